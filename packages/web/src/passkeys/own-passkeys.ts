import type { Client, KeyLine } from "@countersign/api";
import type { NewPasskey } from "./passkey-device.ts";

/** A passkey of the person that this page may use. */
type OwnPasskey = NewPasskey & { fingerprint: string };

const LAST_ADDED = "countersign.passkey";

/** The person's keys that are in use, by whether this page can sign with them. */
type OwnKeys = { passkeys: readonly OwnPasskey[]; others: readonly KeyLine[] };

/** Lists the person's keys in use. A passkey that this browser added comes first, then the newest. */
export async function listOwnKeys(
  engine: Pick<Client, "listKeys">,
  person: string,
): Promise<OwnKeys> {
  const { items } = await engine.listKeys();
  const own = items
    .filter(({ actor, retiredMs }) => actor === person && retiredMs === null)
    .toSorted((one, other) => rank(other) - rank(one));
  const passkeys = own.flatMap(({ key, fingerprint, credential, origins }) =>
    credential !== null && origins.includes(location.origin)
      ? [{ key, fingerprint, credential }]
      : [],
  );
  return { passkeys, others: own.filter(({ credential }) => credential === null) };
}

function rank({ fingerprint, addedMs }: KeyLine): number {
  return localStorage.getItem(LAST_ADDED) === fingerprint ? Number.POSITIVE_INFINITY : addedMs;
}

export function rememberPasskey(fingerprint: string): void {
  localStorage.setItem(LAST_ADDED, fingerprint);
}
