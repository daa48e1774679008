import { z } from "zod";
import type { PhaseName } from "../task/model/state.ts";

/** As many tasks as a sprint may have. */
export const MAX_SPRINT_TASKS = 500;

/** The last moment that a date can tell. */
const LAST_MS = 8_640_000_000_000_000;

/** When a sprint ends: after a number of tasks, at a time, or when no task is left. */
export const SprintTarget = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("tasks"), count: z.int().min(1).max(MAX_SPRINT_TASKS) }),
  z.strictObject({ is: z.literal("until"), untilMs: z.int().min(0).max(LAST_MS) }),
  z.strictObject({ is: z.literal("none_ready") }),
]);
export type SprintTarget = z.infer<typeof SprintTarget>;

/** How many were worked, how many failed, and how many are left to work on. */
export type SprintTally = { worked: number; failed: number; left: number };

/** Work that is submitted counts, unless it is held; what becomes of it is decided in review. */
const WORKED: ReadonlySet<PhaseName> = new Set(["reviewing", "approved", "merging", "done"]);
const FAILED: ReadonlySet<PhaseName> = new Set(["held", "rejected"]);

/** Where a task is when it has failed its sprint. */
export function hasFailed(state: PhaseName): boolean {
  return FAILED.has(state);
}

export function tallyOf(states: readonly PhaseName[]): SprintTally {
  const worked = states.filter((state) => WORKED.has(state)).length;
  const failed = states.filter(hasFailed).length;
  return { worked, failed, left: states.length - worked - failed };
}

/** When a target was reached; null: it is not. A time counts from its own moment, not from the moment of the check. */
export function reachedMs(target: SprintTarget, tally: SprintTally, nowMs: number): number | null {
  if (target.is === "until") return target.untilMs <= nowMs ? target.untilMs : null;
  const isReached = (target.is === "tasks" && tally.worked >= target.count) || tally.left === 0;
  return isReached ? nowMs : null;
}
