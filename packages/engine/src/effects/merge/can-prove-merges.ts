import type { EngineScope } from "../../execute/engine-scope.ts";
import { checkProofs, describeMissingKey } from "../../target/check-proofs.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";
import { stopMerges } from "./seal-before-merge.ts";

/**
 * Requires that the proofs in the repository are those that the engine wrote, and that the trust file lists its key.
 * Otherwise holds the repository and returns false. Targets without proofs need neither.
 */
export async function canProveMerges(
  scope: EngineScope,
  { repository, chain }: Pick<MergeContext, "repository" | "chain">,
): Promise<boolean> {
  if (!(await checkProofs(scope, repository, chain))) return false;
  const missing = await describeMissingKey(scope, repository, chain);
  if (missing !== null) await stopMerges(scope, repository.id, "proofs_changed", missing);
  return missing === null;
}
