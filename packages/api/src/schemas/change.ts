import { Gate, TaskId } from "@countersign/core";
import { z } from "zod";

const Lines = z.int().min(0);

/** One file of a change, without its lines. */
export const ChangeFile = z.object({
  path: z.string(),
  what: z.enum(["added", "modified", "deleted"]),
  linesAdded: Lines,
  linesDeleted: Lines,
  isGenerated: z.boolean(),
  /** The domains of the policy that its path belongs to. */
  domains: z.array(z.string()),
  /** The number of open findings in it. */
  findings: z.int().min(0),
  /** SHA-256 of its patch with the default context; null if its lines are not shown. */
  digest: z.string().nullable(),
  /** Why its lines are not shown; null if they are. */
  unshown: z.string().nullable(),
});
export type ChangeFile = z.infer<typeof ChangeFile>;

/** The files of a change in the order of its diff. */
export const ChangeFiles = z.object({
  task: TaskId,
  round: z.int(),
  from: z.string(),
  to: z.string(),
  upstream: z.enum(["none", "left_out", "included"]),
  files: z.array(ChangeFile),
});
export type ChangeFiles = z.infer<typeof ChangeFiles>;

/** One submission of a task and what became of it. */
export const RoundLine = z.object({
  number: z.int(),
  submittedMs: z.number(),
  author: z.string(),
  signal: z.enum(["DONE", "PARTIAL", "BLOCKED"]),
  summary: z.string(),
  base: z.string(),
  head: z.string(),
  tree: z.string(),
  /** Null until the change was read and planned. */
  files: z.int().nullable(),
  linesAdded: z.int().nullable(),
  linesDeleted: z.int().nullable(),
  mode: z.string().nullable(),
  risk: z.int().nullable(),
  /** The last decided gate; null if there was none. */
  gate: Gate.nullable(),
  /** The decisions of people on this round, except undone ones. */
  decisions: z.array(
    z.object({
      by: z.string(),
      atMs: z.number(),
      decision: z.enum(["approved", "redo", "rejected"]),
    }),
  ),
  isMerged: z.boolean(),
});
export type RoundLine = z.infer<typeof RoundLine>;

export const RoundList = z.object({ task: TaskId, items: z.array(RoundLine) });
