import type { Task } from "@countersign/core";
import type { Mirror } from "../ports/mirror.ts";
import { type MergedRound, mergeSides } from "./merge-sides.ts";

/** A first-parent step of the target. */
export type TargetStep = { commit: string; tree: string; parents: readonly string[] };

/** Content that may reach the target. */
export type ApprovedWork = { task: Pick<Task, "id" | "repo">; round: MergedRound };

/** An approved task, and the step of the target that contains exactly its merge. */
export type ReproducedTask<Work extends ApprovedWork> = {
  approved: Work;
  commit: string;
  tree: string;
};

/** The steps that one task explains, from the current position on. */
type Match<Work extends ApprovedWork> = { task: ReproducedTask<Work>; length: number };

/** Maximum number of own commits of a task that a rebase may have brought to the target. */
const MAX_REBASED = 100;

/**
 * Finds the approved task behind each step of the target, oldest first. Null if a step has none.
 *
 * A step is reproduced if our own merge of the approved head onto its first parent gives its tree. It is a merge commit
 * of exactly that head, a single commit, or one commit for each commit of the task. Every commit that reaches the
 * target's history is compared, so that none brings bytes along that were not reviewed.
 */
export async function reproduceSteps<Work extends ApprovedWork>(
  mirror: Mirror,
  accepted: string,
  steps: readonly TargetStep[],
  approved: readonly Work[],
): Promise<ReproducedTask<Work>[] | null> {
  const found: ReproducedTask<Work>[] = [];
  let left = [...approved];
  let position = accepted;
  for (let index = 0; index < steps.length; ) {
    const match = await matchStep(mirror, position, steps.slice(index), left);
    if (match === null) return null;
    found.push(match.task);
    left = left.filter(({ task }) => task.id !== match.task.approved.task.id);
    position = match.task.commit;
    index += match.length;
  }
  return found;
}

async function matchStep<Work extends ApprovedWork>(
  mirror: Mirror,
  onto: string,
  steps: readonly TargetStep[],
  approved: readonly Work[],
): Promise<Match<Work> | null> {
  const [step] = steps;
  const second = step?.parents[1];
  for (const one of approved) {
    if (second !== undefined && second !== one.round.content.head) continue;
    const length =
      (await isMergeOf(mirror, onto, step, one)) ?? (await rebasedLength(mirror, onto, steps, one));
    const last = steps[length - 1];
    if (last !== undefined)
      return { task: { approved: one, commit: last.commit, tree: last.tree }, length };
  }
  return null;
}

/** Returns 1 if a step is the merge or the squash of a task, else null. */
async function isMergeOf(
  mirror: Mirror,
  onto: string,
  step: TargetStep | undefined,
  { task, round }: ApprovedWork,
): Promise<1 | null> {
  if (step === undefined || step.parents.length > 2) return null;
  const trial = await mirror.trialMerge(task.repo, mergeSides(round, onto));
  return trial.outcome === "clean" && trial.tree === step.tree ? 1 : null;
}

/** Returns how many steps are the commits of a task, each merged onto the same commit. 0 if they are not. */
async function rebasedLength(
  mirror: Mirror,
  onto: string,
  steps: readonly TargetStep[],
  { task, round }: ApprovedWork,
): Promise<number> {
  const { messages, cut } = await mirror.readHistory(round.content);
  const own = messages.toReversed();
  if (cut !== null || own.length > Math.min(MAX_REBASED, steps.length)) return 0;
  for (const [index, { commit, parents }] of own.entries()) {
    const step = steps[index];
    if (step?.parents.length !== 1 || parents.length !== 1) return 0;
    const sides = { ...mergeSides(round, onto), theirs: commit };
    const trial = await mirror.trialMerge(task.repo, sides);
    if (trial.outcome !== "clean" || trial.tree !== step.tree) return 0;
  }
  return own.length;
}
