import type { Content } from "@countersign/core";
import type { Parts } from "../../execute/parts.ts";
import { sayAsEngine } from "../../execute/say.ts";
import { ENGINE } from "../../store/names/engine-actor.ts";
import { ENGINE_KEYS } from "../../store/names/engine-keys.ts";
import type { Move } from "../../store/tasks/moves.ts";
import type { Merging } from "./read-merging.ts";

/** The move, or its result as content: the policy may ask for a review of a tree that was not approved. */
export function resultToReview(
  { round, policy }: Pick<Merging, "round" | "policy">,
  move: Move,
): Move | { differs: Content } {
  const { expected: base, commit: head, tree } = move;
  const isAsked = policy.merge.reviewAgain === "when_tree_differs";
  if (!isAsked || tree === round.content.tree) return move;
  return { differs: { ...round.content, base, head, tree } };
}

/** Has the result of a merge reviewed as a round of its own. */
export async function reviewAgain(
  parts: Parts,
  org: string,
  job: { id: string; task: string },
  content: Content,
): Promise<void> {
  const command = { type: "review_again", content } as const;
  const key = ENGINE_KEYS.job(job.id, "differs");
  await sayAsEngine(parts, org, job.task, key, command, ENGINE);
}
