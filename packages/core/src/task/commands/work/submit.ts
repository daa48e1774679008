import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { Offer, Task } from "../../model/state.ts";
import { placeOnBase } from "../../review/base-task.ts";
import { openRound } from "../../review/open-round.ts";
import { type Draft, record } from "../../step/draft.ts";
import { refuse, wrongState } from "../../step/refuse.ts";
import { isSameWork, requireAnswers, requireNotes, requireRoundsLeft } from "./submission-rules.ts";
import {
  requireAfterGrace,
  requireNoHold,
  requireTurn,
  requireWorker,
  sponsorOf,
} from "./worker-rules.ts";

export function submit(
  draft: Draft,
  { type: _, baseTask, changedPaths, ...submission }: CommandOf<"submit">,
  context: Context,
): Draft {
  const { task } = draft;
  const { id: author, family } = context.actor;
  const named = family === undefined ? {} : { family };
  requireWorker(task, context);
  requireNotes(task, submission);
  const { content } = submission;
  const placed = placeOnBase(task, { baseTask, content }, context);
  const work: Offer = { ...submission, ...placed, author, ...sponsorOf(context), ...named };
  switch (task.phase.is) {
    case "open":
      requireNoHold(task, context);
      requireTurn(task, task.assignee, context);
      requireRework(task, work, changedPaths);
      return openRound(draft, work, context);
    case "in_progress":
      requireTurn(task, task.phase.agent, context);
      requireRework(task, work, changedPaths);
      return openRound(draft, work, context);
    case "rework":
      requireNoHold(task, context);
      requireAfterGrace(task, context);
      requireTurn(task, task.phase.agent, context);
      requireRework(task, work, changedPaths);
      return openRound(draft, work, context);
    case "reviewing":
    case "approved":
      requireTurn(task, task.assignee, context);
      if (!isNowDone(task, work)) requireChange(task, work);
      return openRound(draft, work, context);
    case "held":
      requireTurn(task, task.assignee, context);
      requireRoundsLeft(task, task.phase, context);
      return task.phase.kind === "clarify"
        ? openRound(draft, work, context)
        : record(draft, context, { type: "offered", offer: work });
    case "merging":
      return refuse("merging", task, `${task.id} is being merged`);
    default:
      return wrongState(task);
  }
}

function requireChange(task: Task, work: Offer): void {
  const { round } = task;
  if (round === null || !isSameWork(round, work)) return;
  refuse(
    "nothing_changed",
    task,
    `The content is identical to round ${round.number} of ${task.id}, so there is nothing to review`,
    {},
    "Save your changes, then submit again",
  );
}

/** Returns true if the author declares unfinished work done that was not sent back. */
function isNowDone({ round }: Task, { signal }: Offer): boolean {
  return signal === "DONE" && round !== null && round.signal !== "DONE";
}

/** Requires that returned work is changed, or answers a finding. */
function requireRework(
  task: Task,
  work: Offer,
  changedPaths: CommandOf<"submit">["changedPaths"],
): void {
  const { round } = task;
  if (round?.sentBack !== true) return;
  requireAnswers(task, round, work, changedPaths);
  if (!isAnswered(task, round.number, work)) requireChange(task, work);
}

/** Returns true if this submission, or a dispute since the review of the round, answers a finding. */
function isAnswered({ findings }: Task, round: number, { answers }: Offer): boolean {
  return findings.some(
    ({ id, rounds, disposition }) =>
      answers.some(({ finding }) => finding === id) ||
      (disposition.is === "disputed" && rounds.includes(round)),
  );
}
