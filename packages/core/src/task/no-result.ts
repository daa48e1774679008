import { asked } from "../decision/trust.ts";
import { withSubstitute } from "../plan/amend.ts";
import { substituteFor } from "../plan/machine.ts";
import type { Requirement } from "../plan/schema.ts";
import { askOne } from "./ask.ts";
import { escalate } from "./carry-out.ts";
import type { CommandOf } from "./commands.ts";
import type { Context } from "./context.ts";
import { decideNow } from "./decide-now.ts";
import { type Draft, record } from "./draft.ts";
import type { TaskEvent } from "./events.ts";
import { assignmentOf } from "./plan-round.ts";
import { requireRound, requireSystem, wrongState } from "./refuse.ts";
import type { Round, Task, Unanswered } from "./state.ts";
import { seatName } from "./state-parts.ts";

/**
 * A machine was asked in vain, or not asked because of what it would cost. Never an approval.
 *
 * Its fallback is asked instead, if it may judge this work. Otherwise a person is, once nobody else is
 * still at work: what the others say is worth having.
 */
export function noResult(draft: Draft, command: CommandOf<"no_result">, context: Context): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is === "open") return wrongState(task);
  if (command.cause === "not_recorded") return holdUnrecorded(draft, command, context);
  const waiting = command.cause === "stopped" ? null : waitingFor(task, command);
  const told = record(draft, context, eventOf(command, waiting !== null));
  if (waiting === null) return told;
  const substituted =
    command.cause === "failed" ? fallBack(told, waiting, command.reviewer, context) : null;
  if (substituted !== null) return substituted;
  const settled = settleUnanswered(told, context);
  if (settled.task.phase !== told.task.phase || settled.log === told.log) return settled;
  return decideNow(settled, context, requireRound(settled.task));
}

/**
 * The machine answered and its answer was lost here. It does not count as absent: the review stops, and
 * so does a merge, until a person has it asked again.
 */
function holdUnrecorded(draft: Draft, command: CommandOf<"no_result">, context: Context): Draft {
  const { phase, round } = draft.task;
  const isDecided = phase.is === "approved" || phase.is === "merging";
  const isCurrent = round?.number === command.number && round.content.tree === command.tree;
  const counts = isCurrent && (isDecided || phase.is === "reviewing");
  const told = record(draft, context, eventOf(command, counts));
  if (!counts) return told;
  return escalate(told, [{ code: "no_result", about: command.requirement }], context, null);
}

function eventOf(
  { type, tree: _, reviewer, ...said }: CommandOf<"no_result">,
  counts: boolean,
): TaskEvent {
  return { type, ...said, actor: reviewer, counts };
}

/** The requirement that still waits for this reviewer; null when nobody does. */
function waitingFor(task: Task, command: CommandOf<"no_result">): Requirement | null {
  const { round, phase } = task;
  if (phase.is !== "reviewing" || command.of !== "round" || round === null) return null;
  if (round.number !== command.number || round.content.tree !== command.tree) return null;
  const requirement = round.plan?.requirements.find(({ id }) => id === command.requirement);
  if (requirement === undefined || requirement.human) return null;
  return openSeats(requirement, round).includes(command.reviewer) ? requirement : null;
}

/** Whose answer is neither there nor given up. */
export function openSeats(requirement: Requirement, round: Round): string[] {
  const answered = round.verdicts.items
    .filter((verdict) => verdict.requirement === requirement.id)
    .map(({ by }) => by);
  return asked(requirement, round.resolutions).filter(
    (actor) =>
      !answered.includes(actor) && !round.noResult.includes(seatName(requirement.id, actor)),
  );
}

/** Puts the fallback in the seat and asks it; null if there is none that may judge this work. */
function fallBack(
  draft: Draft,
  requirement: Requirement,
  reviewer: string,
  context: Context,
): Draft | null {
  const round = requireRound(draft.task);
  const { policy } = context;
  const substitute = substituteFor(reviewer, policy, assignmentOf(draft.task, round, context));
  if (round.plan === null || substitute === null || requirement.who.includes(substitute.id))
    return null;
  const plan = withSubstitute(round.plan, requirement, reviewer, substitute);
  const replanned = record(draft, context, { type: "replanned", plan });
  const seat = { requirement: requirement.id, reviewer: substitute.id };
  return askOne(replanned, seat, context);
}

/**
 * Gives up those who were asked in vain, once no other machine of the stage is at work.
 *
 * Where one of them was not asked because of a spending cap, a person decides about the money first.
 */
export function settleUnanswered(draft: Draft, context: Context): Draft {
  const round = requireRound(draft.task);
  const { unanswered = [], plan, decision } = round;
  if (unanswered.length === 0 || plan === null || decision === null) return draft;
  const judged = plan.requirements.filter(({ human, stage }) => !human && stage === decision.stage);
  const seats = judged.flatMap((requirement) => seatsOf(requirement, round));
  const vain = unanswered.filter((entry) => seats.some((seat) => isSame(seat, entry)));
  if (vain.length === 0 || vain.length < seats.length) return draft;
  const capped = vain.find(({ cause }) => cause === "over_cap");
  if (capped !== undefined) {
    const reason = { code: "limit_cost", about: capped.requirement } as const;
    return escalate(draft, [reason], context, null);
  }
  return record(
    draft,
    context,
    ...vain.map(({ requirement, actor }) => ({ type: "gave_up" as const, requirement, actor })),
  );
}

type Seat = Pick<Unanswered, "requirement" | "actor">;

/** The machines that a requirement still waits for. */
function seatsOf(requirement: Requirement, round: Round): Seat[] {
  return openSeats(requirement, round).map((actor) => ({ requirement: requirement.id, actor }));
}

function isSame(one: Seat, other: Seat): boolean {
  return one.requirement === other.requirement && one.actor === other.actor;
}
