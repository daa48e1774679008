import { TaskId } from "@countersign/core";
import { z } from "zod";
import { Location, Priority, State } from "./words.ts";

const Count = z.int().min(0);
const NO_FINDINGS = { critical: 0, major: 0, warning: 0, info: 0 };

/** The work and its review in a list. Every field has a default, because older engines leave them out. */
const ListFacts = {
  /** The current round and its tree, which a decision names; null before the first submission. */
  round: z.int().nullable().default(null),
  tree: z.string().nullable().default(null),
  attempt: z.int().default(1),
  /** Null if it is unknown until the next change of the task. */
  attemptLimit: z.int().nullable().default(null),
  /** Null until the round was planned. */
  mode: z.string().nullable().default(null),
  risk: z.int().nullable().default(null),
  /** Null until the change was read. */
  files: Count.nullable().default(null),
  linesAdded: Count.nullable().default(null),
  linesDeleted: Count.nullable().default(null),
  /** The number of open findings by severity. */
  findings: z
    .object({ critical: Count, major: Count, warning: Count, info: Count })
    .default(NO_FINDINGS),
  /** The author of the work; null before it is claimed. */
  author: z.string().nullable().default(null),
  labels: z.array(z.string()).default([]),
  /** Since when it waits for the same actor; null if it waits for none. */
  waitingSinceMs: z.number().nullable().default(null),
  /** Until then the last decision can be undone. */
  graceUntilMs: z.number().nullable().default(null),
  /** The caller sent an earlier round back. */
  isReturned: z.boolean().default(false),
  /** Why it cannot be approved together with others; empty if it can, once the person has read it. */
  batchObstacles: z.array(z.string()).default([]),
};

/** One row of a task list. */
export const TaskLine = z.object({
  task: TaskId,
  seq: z.int(),
  title: z.string(),
  repo: z.string(),
  state: State,
  turn: z.object({ holder: z.string(), who: z.string().nullable() }),
  gate: z.string().nullable(),
  priority: Priority,
  location: Location.nullable().default(null),
  updatedMs: z.number(),
  ...ListFacts,
});
export type TaskLine = z.infer<typeof TaskLine>;
