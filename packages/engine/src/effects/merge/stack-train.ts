import type { EngineScope } from "../../execute/engine-scope.ts";
import type { MergeProof } from "../../proof/read-merge-proof.ts";
import { collectMergeProof, findProofObstacle } from "../../target/prove-merge.ts";
import { blockedFailure, findBlockedCheckout, type MergeFailure } from "./blocked-checkout.ts";
import { commitTaskMerge } from "./commit-merge.ts";
import { sentBack, tryMerge } from "./make-merge.ts";
import { failMember, type TrainMember } from "./train-members.ts";

/** A member with its own merge commit, whose first parent is that of the member before it. */
export type StackedMember = {
  member: TrainMember;
  commit: string;
  tree: string;
  nonce: string | null;
  proof: MergeProof | null;
};

/**
 * Creates the merge commits of a train in the mirror, each on top of the one before.
 *
 * A task that conflicts, or that a checkout blocks, is left out, and its own failure is recorded. A task that changes
 * the policy ends the train, because the tasks after it need a plan under the new policy. Without its first task there
 * is no train.
 */
export async function stackTrain(
  scope: EngineScope,
  members: readonly TrainMember[],
  createNonce: () => string | null,
): Promise<StackedMember[]> {
  const stacked: StackedMember[] = [];
  for (const member of members) {
    const onto = stacked.at(-1)?.commit ?? member.tip;
    const proof = await collectMergeProof(scope, member);
    const trial = await stackOne(scope, member, { onto, proof });
    if (trial === "changes_policy" || ("failed" in trial && stacked.length === 0)) break;
    if ("failed" in trial) {
      await failMember(scope, member, trial.failed);
      continue;
    }
    const nonce = createNonce();
    const { tree } = trial;
    const commit = await commitTaskMerge(scope, member, { onto, tree, nonce, proof });
    stacked.push({ member, commit, tree, nonce, proof });
  }
  return stacked;
}

async function stackOne(
  scope: EngineScope,
  member: TrainMember,
  { onto, proof }: { onto: string; proof: MergeProof | null },
): Promise<{ tree: string } | { failed: MergeFailure } | "changes_policy"> {
  const { repository, tip } = member;
  const trial = await tryMerge(scope, member, onto);
  if ("failed" in trial) return trial;
  const unproven = await findProofObstacle(scope, proof, { onto, tree: trial.tree });
  if (unproven !== null) return { failed: sentBack("moved", unproven, []) };
  const found = await scope.policies.at(scope.org, repository.id, trial.tree);
  const isSame = "policy" in found && found.policy.digest === repository.policyDigest;
  if (!isSame || repository.problem !== null) return "changes_policy";
  const blocked = await findBlockedCheckout(scope, repository, { tip, tree: trial.tree });
  return blocked === null ? trial : { failed: blockedFailure(blocked) };
}
