import type { TaskView } from "@countersign/api";
import { isQualityPassed } from "./quality.ts";

/** Attempts up to which checks may speak for a change; the default of the modes. */
const MOST_ITERATIONS = 3;

/**
 * Why `A` in the summary leaves a task out; an empty list means that it takes it.
 *
 * It mends what the person sees, never what the engine allows: each approval is sent as the person's own
 * and judged there like any other.
 */
export function approveAllObstacles(view: TaskView): string[] {
  const { round, gate, state, attempt, flags } = view;
  if (round === null) return ["nothing was handed in"];
  const mode = round.plan?.mode ?? "unknown";
  const obstacles: [boolean, string][] = [
    [state === "held", "held: a person must settle it first"],
    [mode === "per-task", "mode per-task"],
    [!isQualityPassed(view), "checks have not passed"],
    [gate !== "pass" && gate !== "pass_with_warnings", `gate ${gate ?? "pending"}`],
    [round.signal !== "DONE", `signal ${round.signal}`],
    [attempt > MOST_ITERATIONS, `attempt ${attempt} of at most ${MOST_ITERATIONS}`],
    [(round.change?.unshown.length ?? 0) > 0, "something in it cannot be shown"],
    [(round.change?.weakenedTests.length ?? 0) > 0, "tests were weakened"],
    [flags.length > 0, flags.join(", ")],
  ];
  return obstacles.filter(([holds]) => holds).map(([, why]) => why);
}

export function isAutoApprovable(view: TaskView): boolean {
  return approveAllObstacles(view).length === 0;
}
