import { durationMs } from "../policy/words.ts";
import type { Disposition } from "../verdict/schema.ts";
import { placeOnBase } from "./base-task.ts";
import { wake } from "./carry-out.ts";
import type { CommandOf, WorkLocation } from "./commands.ts";
import type { Context } from "./context.ts";
import { type Draft, emit, record } from "./draft.ts";
import type { TaskEvent } from "./events.ts";
import { isSameLocation, locationText } from "./location.ts";
import { refuse, requireSystem, wrongState } from "./refuse.ts";
import type { Offer, Task } from "./state.ts";
import { isSameWork, requireAnswers, requireNotes, requireRoundsLeft } from "./submission-rules.ts";

/** Taking work, losing it by silence, handing it in. */

export function claim(draft: Draft, { location }: CommandOf<"claim">, context: Context): Draft {
  const { task } = draft;
  requireWorker(task, context);
  requireNoHold(task, context);
  requireHandedOut(task, context);
  switch (task.phase.is) {
    case "open":
      requireTurn(task, task.assignee, context);
      return start(draft, location, context);
    case "rework":
      requireAfterGrace(task, context);
      requireTurn(task, task.phase.agent, context);
      requireHere(task, task.phase.agent, location);
      return start(draft, location, context);
    case "in_progress":
      requireTurn(task, task.phase.agent, context);
      requireHere(task, task.phase.agent, location);
      return start(draft, location, context);
    default:
      return wrongState(task);
  }
}

/** Claims the task, or keeps it: a repeated claim is a sign of life. */
function start(draft: Draft, location: WorkLocation | undefined, context: Context): Draft {
  const leaseUntilMs = context.nowMs + durationMs(context.policy.limits.lease);
  const claimed = record(draft, context, {
    type: "claimed",
    agent: context.actor.id,
    leaseUntilMs,
    ...sponsorOf(context),
    ...(location !== undefined && { location }),
  });
  return emit(claimed, ...wake(claimed.task));
}

export function leaseExpired(
  draft: Draft,
  _command: CommandOf<"lease_expired">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is !== "in_progress" && task.phase.is !== "rework") return wrongState(task);
  if (context.nowMs < task.phase.leaseUntilMs)
    refuse("wrong_state", task, `The lease of ${task.id} has not ended`);
  const ended = record(draft, context, { type: "lease_ended", agent: task.phase.agent });
  return emit(ended, { do: "save_checkpoint", round: task.round?.number ?? 0 });
}

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

/** Opens the next round on exactly this content; every earlier verdict is stale. */
export function openRound(
  draft: Draft,
  { answers, ...work }: Offer & { resultOf?: string },
  context: Context,
): Draft {
  const { task } = draft;
  const round = (task.round?.number ?? 0) + 1;
  const deadlineMs = context.nowMs + durationMs(context.policy.limits.machineDeadline);
  const opened = record(draft, context, ...answerEvents(task, answers, work.author), {
    type: "submitted",
    round,
    ...work,
    deadlineMs,
  });
  return emit(opened, { do: "read_content", round }, ...wake(opened.task));
}

/** The author's answers; what it neither fixed nor disputed is stale until a reviewer raises it again. */
function answerEvents(task: Task, given: Offer["answers"], author: string): TaskEvent[] {
  const answers = new Map(given.map((answer) => [answer.finding, answer]));
  return task.findings.flatMap((finding): TaskEvent[] => {
    if (finding.disposition.is !== "open") return [];
    const answer = answers.get(finding.id);
    const disposition: Disposition =
      answer === undefined
        ? { is: "stale" }
        : answer.status === "fixed" || answer.note.trim() === ""
          ? { is: "fixed" }
          : { is: "disputed", note: answer.note, by: author };
    return [{ type: "disposed", finding: finding.id, disposition }];
  });
}

function requireWorker(task: Task, { actor, policy }: Context): void {
  if (actor.kind !== "agent" && actor.kind !== "human")
    refuse("forbidden", task, `A ${actor.kind} does no work.`);
  const isUnsponsored = actor.kind === "agent" && actor.sponsor === undefined;
  if (isUnsponsored && policy.trust.separation === "four_eyes")
    refuse("forbidden", task, `The credential of ${actor.id} names no person who answers for it.`);
}

/** The person who answers for an agent at work. */
function sponsorOf({ actor: { kind, sponsor } }: Context): { sponsor?: string } {
  return kind === "agent" && sponsor !== undefined ? { sponsor } : {};
}

function requireTurn(task: Task, agent: string | null, { actor }: Context): void {
  if (agent !== null && agent !== actor.id)
    refuse("not_your_turn", task, `${task.id} is with ${agent}`, { turn: agent });
}

/** Work that an author began in one place is not taken up in another while its lease lasts. */
function requireHere(task: Task, agent: string | null, location: WorkLocation | undefined): void {
  const { location: known } = task;
  if (agent === null || known === undefined || location === undefined) return;
  if (isSameLocation(known, location)) return;
  const turn = `${agent} in ${locationText(known)}`;
  refuse("not_your_turn", task, `${task.id} is with ${turn}`, { turn });
}

function requireAfterGrace(task: Task, { nowMs }: Context): void {
  if (task.grace !== null && nowMs < task.grace.untilMs) {
    refuse("wrong_state", task, `The decision on ${task.id} may still be taken back`);
  }
}

/** Holds of agents and sprints stop work that begins, also work that begins by being submitted. */
function requireNoHold(task: Task, { holds }: Context): void {
  if (holds.agent) refuse("on_hold", task, `Work on ${task.id} is paused.`);
  // Work that was begun before the pause goes on: a repeated claim is its sign of life.
  if (holds.sprint && task.phase.is !== "in_progress")
    refuse("on_hold", task, `The sprint of ${task.id} is paused.`);
}

/** A running sprint decides which tasks agents begin. Work that an agent began itself is not handed out. */
function requireHandedOut(task: Task, { actor, holds }: Context): void {
  if (holds.otherSprint !== true || actor.kind !== "agent") return;
  const { phase, location } = task;
  const isBegun = phase.is !== "open" && phase.is !== "rework";
  const isOwn =
    location?.author === actor.id || (phase.is === "rework" && phase.agent === actor.id);
  if (!isBegun && !isOwn)
    refuse("on_hold", task, `A sprint is running, and ${task.id} is not one of its tasks.`);
}

function requireChange(task: Task, work: Offer): void {
  const { round } = task;
  if (round === null || !isSameWork(round, work)) return;
  refuse(
    "nothing_changed",
    task,
    `The tree equals round ${round.number} of ${task.id}, so there is nothing to review`,
    {},
    "Save your changes, then submit again",
  );
}

/** The author says of work that it submitted unfinished, and that was not sent back, that it is done. */
function isNowDone({ round }: Task, { signal }: Offer): boolean {
  return signal === "DONE" && round !== null && round.signal !== "DONE";
}

/** What was sent back comes again changed, or with an answer to what was found. */
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

/** By this submission, or by a dispute since the round was reviewed. */
function isAnswered({ findings }: Task, round: number, { answers }: Offer): boolean {
  return findings.some(
    ({ id, rounds, disposition }) =>
      answers.some(({ finding }) => finding === id) ||
      (disposition.is === "disputed" && rounds.includes(round)),
  );
}
