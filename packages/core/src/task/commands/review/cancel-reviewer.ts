import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import { decideNow } from "../../review/decide-now.ts";
import { settleUnanswered } from "../../review/unanswered.ts";
import { type Draft, record } from "../../step/draft.ts";
import { requireNotInvolved } from "../../step/involved.ts";
import { requireRound } from "../../step/refuse.ts";
import { requireWaiting } from "./retry-reviewer.ts";

/**
 * Stops waiting for one machine on request of a person: it has no result, which is never an approval.
 *
 * The other answers may then be sufficient, so an author may not choose which reviewer is left out.
 */
export function cancelReviewer(
  draft: Draft,
  command: CommandOf<"cancel_reviewer">,
  context: Context,
): Draft {
  requireWaiting(draft.task, command, context);
  requireNotInvolved(draft.task, context, command.requirement);
  const { requirement, reviewer: actor } = command;
  const gaveUp = record(draft, context, { type: "gave_up", requirement, actor });
  const settled = settleUnanswered(gaveUp, context);
  if (settled.task.phase !== gaveUp.task.phase) return settled;
  return decideNow(settled, context, requireRound(settled.task));
}
