import type { TaskId } from "../kernel/ids.ts";
import type { FeedbackEntry } from "./schema.ts";

/** Writes a task's feedback in the modes document's form. An export only: nothing ever reads it back. */
export function feedbackFile(
  taskId: TaskId,
  entries: readonly FeedbackEntry[],
): { taskId: TaskId; history: Omit<FeedbackEntry, "by">[] } {
  return { taskId, history: entries.map(({ by: _, ...entry }) => entry) };
}
