import { withSubstitute } from "../../../plan/compile/amend.ts";
import { substituteFor } from "../../../plan/machines/machine.ts";
import type { Requirement } from "../../../plan/schema.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { TaskEvent } from "../../model/events.ts";
import type { Task } from "../../model/state.ts";
import { askOne } from "../../review/ask.ts";
import { assignmentOf } from "../../review/compile-task-plan.ts";
import { decideNow } from "../../review/decide-now.ts";
import { escalate } from "../../review/hold.ts";
import { openSeats } from "../../review/seats.ts";
import { settleUnanswered } from "../../review/unanswered.ts";
import { type Draft, record } from "../../step/draft.ts";
import { requireRound, requireSystem, wrongState } from "../../step/refuse.ts";

/**
 * Records that a machine failed to answer, or was not asked because of its cost. Never an approval.
 *
 * Asks its fallback instead, if that may judge this work. Otherwise asks a person, once no other machine
 * is running, because the other answers are still useful.
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
 * Holds the task because the machine's answer was lost. The machine does not count as absent: review and merge
 * stop until a person restarts it.
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

/** Returns the requirement that still waits for this reviewer. Null if none does. */
function waitingFor(task: Task, command: CommandOf<"no_result">): Requirement | null {
  const { round, phase } = task;
  if (phase.is !== "reviewing" || command.of !== "round" || round === null) return null;
  if (round.number !== command.number || round.content.tree !== command.tree) return null;
  const requirement = round.plan?.requirements.find(({ id }) => id === command.requirement);
  if (requirement === undefined || requirement.human) return null;
  return openSeats(requirement, round).includes(command.reviewer) ? requirement : null;
}

/** Seats the fallback and asks it. Returns null if there is none that may judge this work. */
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
