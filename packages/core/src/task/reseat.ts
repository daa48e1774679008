import type { Requirement } from "../plan/schema.ts";
import { outstandingOf } from "./ask.ts";
import type { CommandOf } from "./commands.ts";
import type { Context } from "./context.ts";
import { decideNow } from "./decide-now.ts";
import type { Draft } from "./draft.ts";
import { openSeats } from "./no-result.ts";
import { refuse, requireRound, requireSystem, wrongState } from "./refuse.ts";
import { canAnswer, recordPlan, renewedPlan } from "./replan.ts";
import type { HoldReason, Task } from "./state.ts";

/** One agent whose answer a task waits for. */
export type WaitingSeat = { requirement: string; actor: string; isLayer: boolean };

/** The agents that a task waits for. Checks and people have no seat that could become empty. */
export function waitingSeats({ phase, round }: Task): WaitingSeat[] {
  if (phase.is !== "reviewing" || round === null) return [];
  return outstandingOf(round)
    .filter(({ human, kind }) => !human && kind !== "check" && kind !== "self")
    .flatMap((requirement) =>
      openSeats(requirement, round).map((actor) => seatOf(requirement, actor)),
    );
}

function seatOf({ id, layers }: Requirement, actor: string): WaitingSeat {
  return { requirement: id, actor, isLayer: layers.length > 0 };
}

/** The seats of a task whose agents can no longer answer. */
export function lostSeats(task: Task, context: Context): WaitingSeat[] {
  const { round } = task;
  if (round === null) return [];
  return waitingSeats(task).filter(
    ({ requirement, actor }) => !canAnswer(requirement, actor, round, context),
  );
}

/** Fills the seats of layers whose agents can no longer answer: with others, with a person, or not at all. */
export function reseat(draft: Draft, _command: CommandOf<"reseat">, context: Context): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is !== "reviewing") return wrongState(task);
  const round = requireRound(task);
  const lost = lostSeats(task, context).filter(({ isLayer }) => isLayer);
  const plan = lost.length === 0 ? null : renewedPlan(task, round, context);
  if (plan === null)
    return refuse("wrong_state", task, `Every agent that ${task.id} waits for can answer`);
  const replanned = recordPlan(draft, round, plan, context);
  return decideNow(replanned, context, requireRound(replanned.task));
}

/**
 * Plans a held task again if that removes every reason of its hold: the plan no longer asks for the requirement, or
 * another actor answers it. The review then goes on; otherwise the hold stays as it is.
 */
export function endMootHold(draft: Draft, context: Context): Draft {
  const { phase, round } = draft.task;
  if (phase.is !== "held" || phase.kind !== "escalated" || round === null) return draft;
  if (phase.resume !== null || phase.offer !== null) return draft;
  const plan = renewedPlan(draft.task, round, context);
  const before = round.plan?.requirements ?? [];
  const isMoot = phase.reasons.every(
    (reason) => plan !== null && isSettledBy(reason, plan.requirements, before),
  );
  if (plan === null || !isMoot) return draft;
  const replanned = recordPlan(draft, round, plan, context);
  return decideNow(replanned, context, requireRound(replanned.task));
}

/** True if the actors that a reason is about are no longer asked. */
function isSettledBy(
  { code, about }: HoldReason,
  now: readonly Requirement[],
  before: readonly Requirement[],
): boolean {
  if (code !== "quorum_unreachable" && code !== "no_result") return false;
  const old = before.find(({ id }) => id === about);
  const current = now.find(({ id }) => id === about);
  const isAskedAgain = current?.who.some((actor) => old?.who.includes(actor)) ?? false;
  return old !== undefined && !isAskedAgain;
}
