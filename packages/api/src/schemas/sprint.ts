import { ActorId, MAX_SPRINT_TASKS, SprintTarget, TaskId } from "@countersign/core";
import { z } from "zod";
import { Priority, State } from "./words.ts";

export const SprintTasks = z.array(TaskId).min(1).max(MAX_SPRINT_TASKS);

const Moment = z.object({ by: ActorId, atMs: z.number() });

/** The progress of a sprint, and who started, paused or ended it. */
export const SprintView = z.object({
  id: z.string(),
  state: z.enum(["running", "paused", "ended"]),
  target: SprintTarget,
  pauseOnFailure: z.boolean(),
  tasks: z.array(z.object({ task: TaskId, title: z.string(), state: State, priority: Priority })),
  /** Submitted tasks. */
  worked: z.int(),
  /** Held or rejected tasks. */
  failed: z.int(),
  started: Moment,
  /** `task` is the one whose failure paused it; null if a person did. */
  paused: z.object({ ...Moment.shape, task: TaskId.nullable() }).nullable(),
  ended: Moment.nullable(),
});
export type SprintView = z.infer<typeof SprintView>;

/** The current sprint, or the last one; null if there was none. */
export const MaybeSprint = z.object({ sprint: SprintView.nullable() });
