import { z } from "zod";
import type { PhaseName } from "../task/model/state.ts";

/** Maximum number of tasks in a sprint. */
export const MAX_SPRINT_TASKS = 500;

/** The latest time that a `Date` can represent. */
const LAST_MS = 8_640_000_000_000_000;

/** When a sprint ends: after a number of tasks, at a time, or when no task is left. */
export const SprintTarget = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("tasks"), count: z.int().min(1).max(MAX_SPRINT_TASKS) }),
  z.strictObject({ is: z.literal("until"), untilMs: z.int().min(0).max(LAST_MS) }),
  z.strictObject({ is: z.literal("none_ready") }),
]);
export type SprintTarget = z.infer<typeof SprintTarget>;

/** The number of submitted, failed and remaining tasks. */
export type SprintTally = { worked: number; failed: number; left: number };

/** Submitted work counts, unless it is held. The review decides its outcome. */
const WORKED: ReadonlySet<PhaseName> = new Set(["reviewing", "approved", "merging", "done"]);
const FAILED: ReadonlySet<PhaseName> = new Set(["held", "rejected"]);

/** Returns true for a state that counts as a failure in a sprint. */
export function hasFailed(state: PhaseName): boolean {
  return FAILED.has(state);
}

export function tallyStates(states: readonly PhaseName[]): SprintTally {
  const worked = states.filter((state) => WORKED.has(state)).length;
  const failed = states.filter(hasFailed).length;
  return { worked, failed, left: states.length - worked - failed };
}

/**
 * Returns when a target was reached. Null if it is not. A time target is reached at its own time, not at the time
 * of the check.
 */
export function reachedMs(target: SprintTarget, tally: SprintTally, nowMs: number): number | null {
  if (target.is === "until") return target.untilMs <= nowMs ? target.untilMs : null;
  const isReached = (target.is === "tasks" && tally.worked >= target.count) || tally.left === 0;
  return isReached ? nowMs : null;
}
