import { fold, type LogEntry, type Task } from "@countersign/core";
import type { Session } from "../../platform/transact.ts";
import { requireLogOf } from "../organisation/archived-months.ts";
import { type ChainedEntry, type ChainFault, findFault } from "../organisation/hash-chain.ts";
import { EVERY_MONTH, readLog } from "./event-log.ts";
import { readTaskHead, type TaskHead } from "./read-task-head.ts";

/** What is wrong with a task's log or with the stored state. */
export type LogFault = ChainFault | { seq: number; why: "wrong_state" };

/** A task with the log that its stored state was checked against. */
export type VerifiedTask = { task: Task; log: readonly LogEntry[] };

/**
 * Reads a task and its log and verifies them: the hash chain is intact, and the stored state equals the fold
 * of the log. Null if the task does not exist. Refuses a task whose log is archived.
 */
export async function readVerifiedTask(
  session: Session,
  taskId: string,
): Promise<VerifiedTask | { fault: LogFault } | null> {
  const [head, log] = await Promise.all([
    readTaskHead(session, taskId),
    readLog(session, taskId, 1, EVERY_MONTH),
  ]);
  if (head !== null && log.length === 0) await requireLogOf(session, taskId);
  return head === null ? null : verifyTask(session.org, taskId, head, log);
}

/** Verifies a task's stored state and its log, which were read at the same moment. */
export function verifyTask(
  org: string,
  taskId: string,
  head: TaskHead,
  log: readonly ChainedEntry[],
): VerifiedTask | { fault: LogFault } {
  const fault = findFault(org, taskId, log, { seq: head.seq, hash: head.headHash });
  if (fault !== null) return { fault };
  if (!isFoldOf(head.task, log)) return { fault: { seq: head.seq, why: "wrong_state" } };
  return { task: head.task, log };
}

function isFoldOf(stored: Task, log: readonly LogEntry[]): boolean {
  try {
    return isSameState(stored, fold(log));
  } catch {
    return false; // a log that cannot be folded has no state
  }
}

/**
 * Compares a stored value with a folded one.
 *
 * A field that is missing in the stored state and empty in the fold was added by a later version.
 */
function isSameState(stored: unknown, folded: unknown): boolean {
  if (Object.is(stored, folded)) return true;
  if (Array.isArray(stored))
    return (
      Array.isArray(folded) &&
      stored.length === folded.length &&
      stored.every((item, index) => isSameState(item, folded[index]))
    );
  if (!isRecord(stored) || !isRecord(folded) || Array.isArray(folded)) return false;
  return [...new Set([...Object.keys(stored), ...Object.keys(folded)])].every((key) =>
    Object.hasOwn(stored, key) ? isSameState(stored[key], folded[key]) : isEmpty(folded[key]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isEmpty(value: unknown): boolean {
  if (isRecord(value)) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false;
}
