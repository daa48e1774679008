import { boundary } from "../platform/boundary.ts";
import { transact } from "../platform/transact.ts";
import { publicKeyId, type Seal, type Statement } from "../ports/seal-body.ts";
import type { Signer, SigningKey } from "../ports/signer.ts";
import { type ActingParty, recordChange } from "../store/organisation/organisation-log.ts";
import { lockAndSyncCopy, makeSeal, requireCopy, type SealDeps } from "./seal-once.ts";
import { lockKeys } from "./seal-store.ts";

/**
 * Rotates to a new key: the old key signs the new one in every organisation that it seals.
 *
 * The new key signs a seal at once, so that it alone can verify everything before it. Idempotent: after a
 * crash, the same new key is named where it was not yet.
 */
export async function rotateKey(
  deps: SealDeps,
  orgs: readonly string[],
  by: ActingParty,
): Promise<string> {
  const next = await alone(deps, orgs, ({ prepareNext }) => prepareNext());
  const { publicKey } = next;
  boundary("seal.key_made");
  for (const org of orgs) {
    await appendIf(deps, org, next, "named", { by, says: { type: "rotate", publicKey } });
    boundary("seal.key_named");
    await appendIf(deps, org, next, "signing");
  }
  boundary("seal.key_signing");
  await alone(deps, orgs, ({ promote }) => promote(next.id));
  boundary("seal.key_promoted");
  return publicKey;
}

/** Serializes key changes, so that none promotes another's key. */
async function alone<Result>(
  { pool, signer }: SealDeps,
  [org = ""]: readonly string[],
  work: (signer: Signer) => Promise<Result>,
): Promise<Result> {
  return transact(pool, org, async (session) => {
    await lockKeys(session);
    return work(signer);
  });
}

/** Makes a seal without leaves, unless the key is already current. */
async function appendIf(
  deps: SealDeps,
  org: string,
  key: SigningKey,
  wanted: "named" | "signing",
  named?: { by: ActingParty; says: Statement },
): Promise<void> {
  await transact(deps.pool, org, async (session) => {
    const last = await lockAndSyncCopy(deps, session);
    const isSigning = last?.body.key === key.id;
    if (isSigning || (wanted === "named" && isNamed(last, key))) return;
    if (named !== undefined)
      await recordChange(session, named.by, { type: "seal_key_rotated", key: key.id });
    await makeSeal(deps, session, { org, last, leaves: [], says: named?.says });
  });
  await requireCopy(deps, org);
}

function isNamed(last: Seal | null, { id }: SigningKey): boolean {
  const says = last?.body.says;
  return says?.type === "rotate" && publicKeyId(says.publicKey) === id;
}
