import { isGivenUp, type ReviewSeat } from "../../decision/review-seat.ts";
import { asked } from "../../decision/trust.ts";
import type { Requirement } from "../../plan/schema.ts";
import type { Context } from "../model/context.ts";
import type { Round, Task } from "../model/state.ts";
import { outstandingOf } from "./ask.ts";
import { canAnswer } from "./replan.ts";

/** One agent whose answer a task waits for. */
export type WaitingSeat = ReviewSeat & { isLayer: boolean };

/** Returns the actors whose answer is outstanding. */
export function openSeats(requirement: Requirement, round: Round): string[] {
  const answered = round.verdicts.items
    .filter((verdict) => verdict.requirement === requirement.id)
    .map(({ by }) => by);
  return asked(requirement, round.resolutions).filter(
    (actor) =>
      !answered.includes(actor) && !isGivenUp(round, { requirement: requirement.id, actor }),
  );
}

/** Returns the agents that a task waits for. Seats of checks and people cannot become empty. */
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

/** Returns the seats of a task whose agents can no longer answer. */
export function lostSeats(task: Task, context: Context): WaitingSeat[] {
  const { round } = task;
  if (round === null) return [];
  return waitingSeats(task).filter(
    ({ requirement, actor }) => !canAnswer(requirement, actor, round, context),
  );
}
