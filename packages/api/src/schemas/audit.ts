import { TaskId } from "@countersign/core";
import { z } from "zod";
import { Cursor } from "./words.ts";

/** A signed record of the ends of the logs. */
const SealView = z.object({
  body: z.looseObject({ number: z.int(), atMs: z.number() }),
  hash: z.string(),
  signature: z.string(),
});

/** The state of sealing: the last seal in the database and outside it, and what blocks it. */
export const AuditView = z.object({
  last: SealView.nullable(),
  outside: SealView.nullable(),
  unsealed: z.int(),
  publicKey: z.string(),
  problem: z.string().nullable(),
});
export type AuditView = z.infer<typeof AuditView>;

/** A task, or the organisation itself: its credentials, repositories, seals and sprints. */
const LogName = z.union([TaskId, z.literal("@organisation")]);

/**
 * An action on a task or the organisation, with its actor and the seal that covers it; null if not
 * sealed yet.
 */
export const AuditEntryLine = z.object({
  task: LogName,
  seq: z.int(),
  atMs: z.number(),
  by: z.string(),
  /** Role and id of the credential; null for the engine itself and for older entries. */
  role: z.string().nullable(),
  credential: z.string().nullable(),
  what: z.string(),
  /** The change to the organisation and its reason; null for entries of tasks. */
  detail: z.string().nullable(),
  hash: z.string(),
  seal: z.int().nullable(),
});
export type AuditEntryLine = z.infer<typeof AuditEntryLine>;

export const AuditEntryPage = z.object({
  items: z.array(AuditEntryLine),
  next: Cursor.nullable(),
});

/** Lines of an export: header, seals, leaves, entries, end. Verifiers parse them strictly. */
export const AuditRecordPage = z.object({
  items: z.array(z.looseObject({ kind: z.string() })),
  next: Cursor.nullable(),
});

/** A task whose decisions were replayed. */
export const ReplayLine = z.object({
  task: TaskId,
  entries: z.int(),
  decisions: z.int(),
  differences: z.array(
    z.object({
      seq: z.int(),
      result: z.enum(["different", "unknown_policy", "other_version", "state", "unreadable"]),
      stored: z.string().nullable(),
      again: z.string().nullable(),
    }),
  ),
  /** The month with which the log is archived, so that nothing was replayed. Null if it is in the database. */
  archived: z.string().nullable(),
});
export type ReplayLine = z.infer<typeof ReplayLine>;

export const ReplayPage = z.object({ items: z.array(ReplayLine), next: Cursor.nullable() });
