import type { EngineScope } from "../execute/engine-scope.ts";
import type { Seal } from "../ports/seal-body.ts";
import { compareCopy, lossText } from "../seal/compare-copy.ts";
import { countUnsealed, readLastSeal } from "../seal/seal-store.ts";

/** The state of sealing. */
export type AuditState = {
  /** The last seal in the database. */
  last: Seal | null;
  /** The last seal of the copy outside the database. */
  outside: Seal | null;
  /** Number of entries that no seal covers yet. */
  unsealed: number;
  /** The current signing key as PEM. */
  publicKey: string;
  /** Why sealing and merging are stopped. Null if they are not. */
  problem: string | null;
};

export async function auditState(scope: EngineScope): Promise<AuditState> {
  const { seals, org } = scope;
  // Reads the copy first: a seal is written to the database before the copy, so this order reports no false loss.
  const outside = await seals.copy.last(org);
  const { publicKey } = await seals.signer.current();
  const { last, unsealed } = await scope.transact(async (session) => ({
    last: await readLastSeal(session),
    unsealed: await countUnsealed(session),
  }));
  const state = compareCopy(outside, last);
  const isBehind = state.is === "lost" && (await isInside(scope, outside));
  const problem = state.is === "lost" && !isBehind ? lossText(state) : null;
  return { last, outside, unsealed, publicKey, problem };
}

/** Reads again, because sealing may have continued during the first read. */
async function isInside(
  { transact, org }: Pick<EngineScope, "transact" | "org">,
  outside: Seal | null,
) {
  if (outside === null) return false;
  const { rows } = await transact(({ client }) =>
    client.query("SELECT FROM countersign.seals WHERE org_id = $1 AND number = $2 AND hash = $3", [
      org,
      outside.body.number,
      outside.hash,
    ]),
  );
  return rows.length > 0;
}
