import type { TaskLine } from "@countersign/api";

/** The states of tasks that ended. */
export const ENDED_TASK_STATES: TaskLine["state"][] = ["done", "rejected"];

export function isEnded(state: TaskLine["state"]): boolean {
  return ENDED_TASK_STATES.includes(state);
}
