import type { EngineDeps } from "../execute/engine-deps.ts";
import { transact } from "../platform/transact.ts";
import type { Seal } from "../ports/seal-body.ts";
import { compareCopy, lossText } from "../seal/compare-copy.ts";
import { countUnsealed, readLastSeal } from "../seal/seal-store.ts";

/** The state of sealing. */
export type AuditState = {
  /** The last seal in the database. */
  last: Seal | null;
  /** The last seal outside it. */
  outside: Seal | null;
  /** Entries that no seal covers yet. */
  unsealed: number;
  /** The key that signs now, as PEM. */
  publicKey: string;
  /** Why nothing is sealed and merged; null when all is well. */
  problem: string | null;
};

export async function auditState({ pool, seals }: EngineDeps, org: string): Promise<AuditState> {
  // Outside first: a seal is in the database before it is outside, so this order finds no false loss.
  const outside = await seals.copy.last(org);
  const { publicKey } = await seals.signer.current();
  const { last, unsealed } = await transact(pool, org, async (session) => ({
    last: await readLastSeal(session, org),
    unsealed: await countUnsealed(session, org),
  }));
  const state = compareCopy(outside, last);
  const isBehind = state.is === "lost" && (await isInside({ pool }, org, outside));
  const problem = state.is === "lost" && !isBehind ? lossText(state) : null;
  return { last, outside, unsealed, publicKey, problem };
}

/** Sealing may have gone on while we looked. */
async function isInside({ pool }: Pick<EngineDeps, "pool">, org: string, outside: Seal | null) {
  if (outside === null) return false;
  const { rows } = await transact(pool, org, ({ client }) =>
    client.query("SELECT FROM countersign.seals WHERE org_id = $1 AND number = $2 AND hash = $3", [
      org,
      outside.body.number,
      outside.hash,
    ]),
  );
  return rows.length > 0;
}
