import type { Mirror } from "../ports/mirror.ts";
import { type ApprovedWork, reproduceSteps, type TargetStep } from "./reproduce-steps.ts";

/** A commit that a forge built from its merge queue. */
type MergeGroup = {
  /** The accepted commit of the target. */
  accepted: string;
  /** The first-parent steps from there to the group's commit, oldest first. */
  steps: readonly TargetStep[];
  /** The heads of the queue up to this group, in its order. */
  heads: readonly string[];
};

/** Whether the forge may move the target to a merge group, and why not. */
export type GroupJudgement =
  | { is: "approved"; tasks: readonly string[] }
  | { is: "refused"; why: string };

/**
 * Judges a merge group. It is approved only if every step from the accepted target to it is our own merge of an approved
 * head, in the order of the queue.
 */
export async function judgeMergeGroup(
  mirror: Mirror,
  { accepted, steps, heads }: MergeGroup,
  approved: readonly ApprovedWork[],
): Promise<GroupJudgement> {
  const found = await reproduceSteps(mirror, accepted, steps, approved);
  if (found === null || found.length === 0)
    return refused("it contains a step that is not the merge of an approved task");
  const order = found.map((one) => one.approved.round.content.head);
  if (order.join() !== heads.join())
    return refused("its tasks are not those of the queue in that order");
  return { is: "approved", tasks: found.map((one) => one.approved.task.id) };
}

function refused(why: string): GroupJudgement {
  return { is: "refused", why };
}
