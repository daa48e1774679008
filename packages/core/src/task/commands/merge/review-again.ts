import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { openRound } from "../../review/open-round.ts";
import type { Draft } from "../../step/draft.ts";
import { requireRound, requireSystem, wrongState } from "../../step/refuse.ts";

/** Opens the next round on the merge result, because it is not the approved tree. */
export function reviewAgain(
  draft: Draft,
  { content }: CommandOf<"review_again">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is !== "merging") return wrongState(task);
  const round = requireRound(task);
  const { signal, summary, askedType } = round;
  const author = task.assignee ?? wrongState(task);
  const work = { content, signal, summary, askedType, committers: [], answers: [], author };
  const resultOf = round.resultOf ?? round.content.head;
  return openRound(draft, { ...work, resultOf }, context);
}
