import { z } from "zod";
import { ActorId } from "../kernel/ids.ts";

/** One decision of a person, kept for good: later rounds never overwrite earlier words. */
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
