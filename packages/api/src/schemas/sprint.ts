import { ActorId, TaskId } from "@countersign/core";
import { z } from "zod";
import { Priority, State } from "./words.ts";

const MOST_TASKS = 500;
/** The last moment that a date can tell. */
const LAST_MS = 8_640_000_000_000_000;

export const SprintTasks = z.array(TaskId).min(1).max(MOST_TASKS);

/** When a sprint is over: so many tasks were worked, a time has come, or none is left to work on. */
export const SprintTarget = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("tasks"), count: z.int().min(1).max(MOST_TASKS) }),
  z.strictObject({ is: z.literal("until"), untilMs: z.int().min(0).max(LAST_MS) }),
  z.strictObject({ is: z.literal("none_ready") }),
]);
export type SprintTarget = z.infer<typeof SprintTarget>;

const Moment = z.object({ by: ActorId, atMs: z.number() });

/** A sprint as it stands: how far it is, and who started, paused or ended it. */
export const SprintView = z.object({
  id: z.string(),
  state: z.enum(["running", "paused", "ended"]),
  target: SprintTarget,
  pauseOnFailure: z.boolean(),
  tasks: z.array(z.object({ task: TaskId, title: z.string(), state: State, priority: Priority })),
  /** Handed in. */
  worked: z.int(),
  /** Held or rejected. */
  failed: z.int(),
  started: Moment,
  /** `task` is the one whose failure paused it; null: a person did. */
  paused: z.object({ ...Moment.shape, task: TaskId.nullable() }).nullable(),
  ended: Moment.nullable(),
});
export type SprintView = z.infer<typeof SprintView>;

/** The sprint that runs, or else the last one; null: there was none yet. */
export const MaybeSprint = z.object({ sprint: SprintView.nullable() });
