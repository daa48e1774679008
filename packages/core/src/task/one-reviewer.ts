import { askOne, outstandingOf } from "./ask.ts";
import type { CommandOf } from "./commands.ts";
import type { Context } from "./context.ts";
import { decideNow } from "./decide-now.ts";
import { type Draft, record } from "./draft.ts";
import { requireNotInvolved } from "./involved.ts";
import { openSeats, settleUnanswered } from "./no-result.ts";
import { refuse, requirePerson, requireRound, wrongState } from "./refuse.ts";
import type { Task } from "./state.ts";

type OneReviewer = CommandOf<"retry_reviewer" | "cancel_reviewer">;

/** A person has one machine asked again; whatever it was at is stopped. */
export function retryReviewer(
  draft: Draft,
  command: CommandOf<"retry_reviewer">,
  context: Context,
): Draft {
  requireWaiting(draft.task, command, context);
  const { requirement, reviewer } = command;
  return askOne(draft, { requirement, reviewer, again: true }, context);
}

/**
 * A person waits no longer for one machine: it has no result, which is never an approval.
 *
 * Those who have answered may be enough without it, so an author may not choose whom the review goes without.
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

/** The review of this round still waits for that machine. */
function requireWaiting(task: Task, command: OneReviewer, context: Context): void {
  requirePerson(task, context, command.requirement);
  if (task.phase.is !== "reviewing") wrongState(task);
  const round = requireRound(task);
  const waiting = outstandingOf(round).find(({ id }) => id === command.requirement);
  const isOpen = waiting?.human === false && openSeats(waiting, round).includes(command.reviewer);
  if (!isOpen)
    refuse(
      "wrong_state",
      task,
      `${task.id} is not waiting for ${command.reviewer} to answer ${command.requirement}.`,
    );
}
