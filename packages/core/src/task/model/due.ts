import type { Task } from "./state.ts";

/** Returns when the task's `deadline` command is due. Null if the task waits for no time. */
export function dueMs({ phase, checkup }: Pick<Task, "phase" | "checkup">): number | null {
  switch (phase.is) {
    case "in_progress":
    case "rework": {
      const leaseMs = phase.agent === null ? Infinity : phase.leaseUntilMs;
      const atMs = Math.min(leaseMs, checkup?.deadlineMs ?? Infinity);
      return atMs === Infinity ? null : atMs;
    }
    case "reviewing":
    case "held":
    case "merging":
      return phase.deadlineMs;
    default:
      return null;
  }
}
