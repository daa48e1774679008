import type { Content } from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { executeAsEngine } from "../../execute/execute-command.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import type { TargetMoveRecord } from "../../store/tasks/moves.ts";
import type { MergeContext } from "../../target/read-merge-context.ts";

/** Returns the move, or its result as content if the policy requires a review of a tree that was not approved. */
export function resultToReview<Move extends TargetMoveRecord>(
  { round, policy }: Pick<MergeContext, "round" | "policy">,
  move: Move,
): Move | { differs: Content } {
  const { expected: base, commit: head, tree } = move;
  const isAsked = policy.merge.reviewAgain === "when_tree_differs";
  if (!isAsked || tree === round.content.tree) return move;
  return { differs: { ...round.content, base, head, tree } };
}

/** Submits the result of a merge as a new round. */
export async function reviewMergeResult(
  scope: EngineScope,
  job: { id: string; task: string },
  content: Content,
): Promise<void> {
  const command = { type: "review_again", content } as const;
  const key = ENGINE_KEYS.job(job.id, "differs");
  await executeAsEngine(scope, { task: job.task, key, command });
}
