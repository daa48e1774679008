import { z } from "zod";
import type { TaskId } from "../kernel/ids.ts";
import { ActorId } from "../kernel/ids.ts";

/** One decision of a person, recorded permanently: later rounds never overwrite it. */
export const FeedbackEntry = z.strictObject({
  iteration: z.int().min(0),
  timestamp: z.int(),
  by: ActorId,
  decision: z.enum(["approved", "redo", "rejected"]),
  quickIssues: z.array(z.string().min(1).max(200)).max(20).optional(),
  customFeedback: z.string().max(10_000).optional(),
  redoOption: z.enum(["keep", "fresh", "checkpoint"]).optional(),
  priorityChange: z.enum(["same", "bump", "lower"]).optional(),
  rejectReason: z.string().max(10_000).optional(),
});
export type FeedbackEntry = z.infer<typeof FeedbackEntry>;

/** Writes a task's feedback in the modes document's form. An export only: nothing ever reads it back. */
export function feedbackFile(
  taskId: TaskId,
  entries: readonly FeedbackEntry[],
): { taskId: TaskId; history: Omit<FeedbackEntry, "by">[] } {
  return { taskId, history: entries.map(({ by: _, ...entry }) => entry) };
}
