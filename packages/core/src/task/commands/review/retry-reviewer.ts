import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { Task } from "../../model/state.ts";
import { askOne, outstandingOf } from "../../review/ask.ts";
import { openSeats } from "../../review/seats.ts";
import type { Draft } from "../../step/draft.ts";
import { refuse, requirePerson, requireRound, wrongState } from "../../step/refuse.ts";

/** Restarts one machine on request of a person; its running work is stopped. */
export function retryReviewer(
  draft: Draft,
  command: CommandOf<"retry_reviewer">,
  context: Context,
): Draft {
  requireWaiting(draft.task, command, context);
  const { requirement, reviewer } = command;
  return askOne(draft, { requirement, reviewer, again: true }, context);
}

type OneReviewer = CommandOf<"retry_reviewer" | "cancel_reviewer">;

/** Refuses the command unless the round still waits for that machine. */
export function requireWaiting(task: Task, command: OneReviewer, context: Context): void {
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
