import type { SigningKey } from "../ports/signer.ts";
import { transact } from "../store/transact.ts";
import { keyIdOf, type Seal, type Statement } from "./seal-body.ts";
import { makeSeal, requireCopy, type SealParts } from "./seal-once.ts";
import { lockSeals, readLastSeal } from "./seal-store.ts";

/**
 * Changes to a new key: the old one signs that the new one follows, in every organisation that it seals.
 *
 * The new one signs a seal at once, so that it alone is enough to verify everything before it. Safe to
 * repeat: after a crash in the middle the same new key is named where it was not yet.
 */
export async function rotateKey(parts: SealParts, orgs: readonly string[]): Promise<string> {
  const next = await parts.signer.prepareNext();
  const { publicKey } = next;
  for (const org of orgs) {
    await appendIf(parts, org, next, "named", { type: "rotate", publicKey });
    await appendIf(parts, org, next, "signing");
  }
  await parts.signer.promoteNext();
  return publicKey;
}

/** Makes a seal without leaves, unless the key is already there. */
async function appendIf(
  parts: SealParts,
  org: string,
  key: SigningKey,
  wanted: "named" | "signing",
  says?: Statement,
): Promise<void> {
  await requireCopy(parts, org);
  await transact(parts.pool, org, async (session) => {
    await lockSeals(session, org);
    const last = await readLastSeal(session, org);
    const isSigning = last?.body.key === key.id;
    if (isSigning || (wanted === "named" && isNamed(last, key))) return;
    await makeSeal(parts, session, { org, last, leaves: [], says });
  });
  await requireCopy(parts, org);
}

function isNamed(last: Seal | null, { id }: SigningKey): boolean {
  const says = last?.body.says;
  return says?.type === "rotate" && keyIdOf(says.publicKey) === id;
}
