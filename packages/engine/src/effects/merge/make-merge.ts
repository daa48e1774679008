import { randomBytes } from "node:crypto";
import type { Content } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import type { MergeProof } from "../../proof/read-merge-proof.ts";
import type { TargetMoveRecord } from "../../store/tasks/moves.ts";
import { mergeSides } from "../../target/merge-sides.ts";
import { collectMergeProof, findProofObstacle } from "../../target/prove-merge.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";
import type { MergeFailure } from "./blocked-checkout.ts";
import { blockedFailure, findBlockedCheckout } from "./blocked-checkout.ts";
import { checkMergedTree } from "./check-merged-tree.ts";
import { commitTaskMerge } from "./commit-merge.ts";
import { resultToReview } from "./review-merge-result.ts";

/** The commit to move the target to, or why it cannot be made. */
type MergeAttempt = MadeMerge | { failed: MergeFailure } | { differs: Content };

/** A merge in the mirror, and what proves it. `proof` is null if the target has no proofs. */
type MadeMerge = TargetMoveRecord & { proof: MergeProof | null };

/** Creates the commit to move the target to, in the mirror only. The commit of an announced move has a nonce. */
export async function makeMerge(
  scope: EngineScope,
  merging: MergeContext,
  isAnnounced = true,
): Promise<MergeAttempt> {
  const { round, policy, tip } = merging;
  const { head, target, tree: approved } = round.content;
  const proof = await collectMergeProof(scope, merging);
  if (await isMoved(scope, merging))
    return { failed: sentBack("moved", `${target} has moved since this work began`, []) };
  if (policy.merge.strategy === "rebase") {
    const failed = await judgePolicy(scope, merging, approved);
    return failed === null
      ? { expected: tip, commit: head, tree: approved, nonce: null, proof }
      : { failed };
  }

  const trial = await tryMerge(scope, merging, tip);
  if ("failed" in trial) return trial;
  const { tree } = trial;
  const unproven = await findProofObstacle(scope, proof, { onto: tip, tree });
  if (unproven !== null) return { failed: sentBack("moved", unproven, []) };
  const failed = await judgeResult(scope, merging, tree);
  if (failed !== null) return { failed };
  const nonce = isAnnounced ? nonceFor(merging) : null;
  const commit = await commitTaskMerge(scope, merging, { onto: tip, tree, nonce, proof });
  return resultToReview(merging, { expected: tip, commit, tree, nonce, proof });
}

/** Merges the approved head with a commit in the mirror. Returns the tree, or why the work goes back to its author. */
export async function tryMerge(
  { mirror }: EngineScope,
  { task, round, policy }: MergeContext,
  onto: string,
): Promise<{ tree: string } | { failed: MergeFailure }> {
  const { target } = round.content;
  const trial = await mirror.trialMerge(task.repo, mergeSides(round, onto));
  if (trial.outcome === "conflict")
    return { failed: sentBack("conflict", `It conflicts with ${target}`, trial.paths) };
  if (policy.merge.freshness === "no-overlap" && trial.changedOnBothSides.length > 0) {
    const text = `${target} has changed the same files since this work began`;
    return { failed: sentBack("moved", text, trial.changedOnBothSides) };
  }
  return { tree: trial.tree };
}

/**
 * Returns true if the target has moved and the policy forbids that. The merge of the base task does not count.
 */
async function isMoved(
  scope: EngineScope,
  { task, round, policy, tip }: MergeContext,
): Promise<boolean> {
  const { strategy, freshness } = policy.merge;
  const { base, head } = round.content;
  const mirror = scope.mirror;
  const isStacked = round.baseTask !== undefined;
  if (strategy === "rebase")
    return tip !== base || (isStacked && (await mirror.mergeBase(task.repo, tip, head)) !== tip);
  if (freshness !== "strict" || tip === base) return false;
  if (!isStacked) return true;
  const { paths } = await mirror.listChanges(task.repo, { from: base, to: tip }, []);
  return paths.length > 0;
}

/** Returns why a clean result cannot be merged. Checkouts are tested first, because the checks may take long. */
async function judgeResult(
  scope: EngineScope,
  merging: MergeContext,
  tree: string,
): Promise<MergeFailure | null> {
  const { repository, tip, round } = merging;
  const blocked = await findBlockedCheckout(scope, repository, { tip, tree });
  if (blocked !== null) return blockedFailure(blocked);
  const unreadable = await judgePolicy(scope, merging, tree);
  if (unreadable !== null) return unreadable;
  return tree === round.content.tree ? null : await checkMergedTree(scope, merging, tree);
}

/**
 * Refuses a merge that makes the policy on the target unreadable, even if it was approved or overridden.
 *
 * If the policy is unreadable already, work that leaves it alone is merged under the last valid policy.
 */
async function judgePolicy(
  { policies, org }: EngineScope,
  { task, round, tip }: MergeContext,
  tree: string,
): Promise<MergeFailure | null> {
  const found = await policies.at(org, task.repo, tree);
  if ("policy" in found) return null;
  const before = await policies.at(org, task.repo, tip);
  if ("problem" in before && before.problem === found.problem) return null;
  const { target } = round.content;
  const detail = `The merge would leave ${target} with a policy that cannot be read: ${found.problem}`;
  return { kind: "policy_unreadable", detail: detail.slice(0, 2_000), files: [] };
}

/** Returns the nonce announced for a merge onto this tip, so that a retry makes the same commit, or a new one. */
function nonceFor({ announced, tip }: MergeContext): string | null {
  const before = announced.findLast(
    ({ expected, isVoid, ...move }) => expected === tip && !isVoid && move.tip === move.commit,
  );
  return before === undefined ? randomBytes(16).toString("hex") : before.nonce;
}

/** Returns work to the author because of a conflict or a target move that the policy forbids. */
export function sentBack(
  kind: "conflict" | "moved",
  text: string,
  paths: readonly string[],
): MergeFailure {
  const files = paths.slice(0, 200);
  const named = files.length === 0 ? "" : `: ${files.slice(0, 20).join(", ")}`;
  return {
    kind,
    detail: `${text}${named}. Take the target in, settle it and submit again.`.slice(0, 2_000),
    files,
  };
}
