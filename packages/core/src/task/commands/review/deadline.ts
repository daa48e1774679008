import { asked } from "../../../decision/trust.ts";
import { succession } from "../../../decision/turn.ts";
import type { Requirement } from "../../../plan/schema.ts";
import { CONTENT, timesAsked } from "../../fold/asked.ts";
import type { CommandOf } from "../../model/commands.ts";
import { type Context, firstOwner } from "../../model/context.ts";
import type { TaskEvent } from "../../model/events.ts";
import type { HoldReason, Phase, Round } from "../../model/state.ts";
import {
  ablePeople,
  ask,
  askContent,
  mayAnswer,
  outstandingOf,
  reminderMs,
} from "../../review/ask.ts";
import { endLateCheckup } from "../../review/checkup.ts";
import { decideNow } from "../../review/decide-now.ts";
import { escalate } from "../../review/hold.ts";
import { openSeats } from "../../review/seats.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { refuse, requireRound, requireSystem, wrongState } from "../../step/refuse.ts";
import { postpone } from "../merge/merge-failed.ts";
import { leaseExpired } from "../work/lease-expired.ts";

const CONTENT_RETRIES = 2;

/**
 * Handles a deadline: a late machine is asked again, then escalated; a late person passes the turn on. Never an
 * approval.
 */
export function deadline(draft: Draft, _command: CommandOf<"deadline">, context: Context): Draft {
  const { task } = draft;
  const { phase } = task;
  requireSystem(task, context);
  switch (phase.is) {
    case "in_progress":
    case "rework":
      return lateWork(draft, phase, context);
    case "reviewing":
      requireDue(draft, phase.deadlineMs, context);
      return lateReview(draft, phase.person, context);
    case "held":
      requireDue(draft, phase.deadlineMs, context);
      return lateHold(draft, phase, context);
    case "merging":
      requireDue(draft, phase.deadlineMs, context);
      return postpone(draft, { kind: "network", detail: "the merge took too long" }, context);
    default:
      return wrongState(task);
  }
}

/** Refuses a timer that fires early, because events or a clock change superseded it. */
function requireDue({ task }: Draft, deadlineMs: number, { nowMs }: Context): void {
  if (nowMs < deadlineMs) refuse("wrong_state", task, `The deadline of ${task.id} has not passed`);
}

/** Ends a late checkup before checking the lease. Otherwise it would suppress every later one. */
function lateWork(
  draft: Draft,
  { agent, leaseUntilMs }: Extract<Phase, { is: "in_progress" | "rework" }>,
  context: Context,
): Draft {
  const { checkup } = draft.task;
  if (checkup === null || context.nowMs < checkup.deadlineMs)
    return leaseExpired(draft, { type: "lease_expired" }, context);
  const ended = endLateCheckup(draft, checkup, context);
  return agent !== null && context.nowMs >= leaseUntilMs
    ? leaseExpired(ended, { type: "lease_expired" }, context)
    : ended;
}

function lateReview(draft: Draft, inTurn: string | null, context: Context): Draft {
  const round = requireRound(draft.task);
  if (round.plan === null) return readAgain(draft, round, context);
  const waiting = outstandingOf(round);
  const machines = waiting.filter((requirement) => !requirement.human);
  if (machines.length === 0) return passTurn(draft, waiting, inTurn, context);
  const again = machines.filter(
    (requirement) =>
      timesAsked(round, requirement.id) <= requirement.retries &&
      isRunHere(requirement, round, context),
  );
  const given = machines.filter((requirement) => !again.includes(requirement));
  if (given.length === 0)
    return ask(
      draft,
      again.map((requirement) => requirement.id),
      context,
    );
  const gaveUp = record(
    draft,
    context,
    ...given.flatMap((requirement) => giveUps(requirement, round)),
  );
  return decideNow(gaveUp, context, requireRound(gaveUp.task));
}

/**
 * Returns true if the engine runs a machine of the requirement. Only those are restarted; a connected agent is
 * asked once.
 */
function isRunHere(requirement: Requirement, round: Round, { engineRun }: Context): boolean {
  if (engineRun === undefined || requirement.kind === "check") return true;
  return openSeats(requirement, round).some((actor) => engineRun.includes(actor));
}

function readAgain(draft: Draft, round: Round, context: Context): Draft {
  if (timesAsked(round, CONTENT) >= CONTENT_RETRIES)
    return escalate(draft, [{ code: "no_result", about: CONTENT }], context, null);
  return askContent(draft, round, context);
}

/** Records reviewers that have not answered in time as having no result. */
function giveUps(requirement: Requirement, round: Round): TaskEvent[] {
  const answered = new Set(
    round.verdicts.items
      .filter((verdict) => verdict.requirement === requirement.id)
      .map((verdict) => verdict.by),
  );
  return asked(requirement, round.resolutions)
    .filter((actor) => !answered.has(actor))
    .map((actor) => ({ type: "gave_up", requirement: requirement.id, actor }));
}

/** Moves the turn to the next substitute, then to the owners. The state stays. */
function passTurn(
  draft: Draft,
  waiting: readonly Requirement[],
  inTurn: string | null,
  context: Context,
): Draft {
  const line = succession(ablePeople(draft.task, waiting, context), context.policy);
  return moveTurn(
    draft,
    line.filter((who) => mayAnswer(who, draft.task, context)),
    inTurn,
    context,
  );
}

function lateHold(draft: Draft, phase: Extract<Phase, { is: "held" }>, context: Context): Draft {
  if (phase.kind !== "clarify") return moveTurn(draft, phase.line, phase.inTurn, context);
  const reasons = phase.reasons.map(
    ({ about }): HoldReason => ({ code: "clarify_timeout", about }),
  );
  return escalate(draft, reasons, context, phase.resume);
}

function moveTurn(
  draft: Draft,
  line: readonly (string | null)[],
  current: string | null,
  context: Context,
): Draft {
  const next = line[line.indexOf(current) + 1] ?? line.at(-1) ?? firstOwner(context);
  const moved = record(draft, context, {
    type: "turn_moved",
    to: next,
    deadlineMs: context.nowMs + reminderMs(context.policy),
  });
  return emit(moved, { do: "notify", to: next, why: "reminder" });
}
