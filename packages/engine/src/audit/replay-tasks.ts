import {
  canonicalJson,
  fold,
  type Json,
  type LogEntry,
  type Policy,
  type Replayed,
  replay,
  type Task,
} from "@countersign/core";
import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { Session } from "../platform/transact.ts";
import { readArchivedMonths } from "../store/organisation/archived-months.ts";
import { policies, tasks, wholeTask } from "../store/schema/schema.ts";
import { pageSize } from "../store/tasks/cursor.ts";
import { readLog } from "../store/tasks/event-log.ts";

/** A decision or state that differs from the one recomputed from the log. */
export type Difference = {
  seq: number;
  /** `state`: the log folds into another state; `unreadable`: it cannot be folded. */
  result: Exclude<Replayed["result"], "equal"> | "state" | "unreadable";
  /** The stored and the recomputed value, as canonical JSON. Null if there is none. */
  stored: string | null;
  again: string | null;
};

export type ReplayedTask = {
  task: string;
  entries: number;
  decisions: number;
  differences: readonly Difference[];
  /** The month with which the log is archived, so that nothing was recomputed. Null if it is in the database. */
  archived: string | null;
};

export type ReplayQuery = {
  task?: string | undefined;
  after?: string | undefined;
  limit?: number | undefined;
};

const DEFAULT_LIMIT = 50;

/** Recomputes the decisions of tasks from their logs and the stored policies, in the order of task ids. */
export async function replayTasks(
  session: Session,
  { task, after = "", limit = DEFAULT_LIMIT }: ReplayQuery,
): Promise<{ items: ReplayedTask[]; next: string | null }> {
  const wanted = task === undefined ? gt(tasks.taskId, after) : eq(tasks.taskId, task);
  const rows = await session.db
    .select({ id: tasks.taskId, opened: tasks.opened, stored: wholeTask })
    .from(tasks)
    .where(and(eq(tasks.orgId, session.org), wanted))
    .orderBy(asc(tasks.taskId))
    .limit(pageSize(limit));
  const known = new Map<string, Policy>();
  const items: ReplayedTask[] = [];
  const archived = await readArchivedMonths(session);
  for (const { id, opened, stored } of rows) {
    const log = await readLog(session, id, 1, opened);
    const month = opened.slice(0, 7);
    if (log.length === 0 && archived.has(month)) {
      items.push({ task: id, entries: 0, decisions: 0, differences: [], archived: month });
      continue;
    }
    await readPolicies(session, log, known);
    items.push(replayTask(id, log, stored, known));
  }
  return { items, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

/** Reads the stored policies that the decisions of a log refer to. */
async function readPolicies(
  { db, org }: Session,
  log: readonly LogEntry[],
  known: Map<string, Policy>,
): Promise<void> {
  const named = log.flatMap(({ event }) =>
    "decision" in event && !known.has(event.decision.policyDigest)
      ? [event.decision.policyDigest]
      : [],
  );
  if (named.length === 0) return;
  const rows = await db
    .select({ digest: policies.digest, body: policies.body })
    .from(policies)
    .where(and(eq(policies.orgId, org), inArray(policies.digest, [...new Set(named)])));
  for (const { digest, body } of rows) known.set(digest, body);
}

/** Recomputes the decisions and the state of one task. */
function replayTask(
  task: string,
  log: readonly LogEntry[],
  stored: Task,
  known: ReadonlyMap<string, Policy>,
): ReplayedTask {
  const seq = log.at(-1)?.seq ?? 0;
  try {
    const replayed = replay(log, (digest) => known.get(digest));
    const differences = replayed.flatMap(({ seq: at, result, decision, again }) =>
      result === "equal" ? [] : [{ seq: at, result, stored: text(decision), again: text(again) }],
    );
    const [was, is] = [text(stored), text(fold(log))];
    const state = was === is ? [] : [{ seq, result: "state" as const, stored: was, again: is }];
    const decisions = replayed.length;
    const all = [...differences, ...state];
    return { task, entries: log.length, decisions, differences: all, archived: null };
  } catch {
    const unreadable = { seq, result: "unreadable" as const, stored: null, again: null };
    return { task, entries: log.length, decisions: 0, differences: [unreadable], archived: null };
  }
}

function text(value: object | null): string | null {
  if (value === null) return null;
  const plain: Json = JSON.parse(JSON.stringify(value));
  return canonicalJson(plain);
}
