import { type PhaseName, TaskId, type Turn } from "@countersign/core";
import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { pageSize, readCursor, writeCursor } from "./cursor.ts";
import { tasks } from "./schema.ts";
import type { Session } from "./transact.ts";

/** A line of a list. */
export type TaskLine = {
  task: string;
  seq: number;
  state: PhaseName;
  turnHolder: string;
  turnWho: string | null;
  gate: string | null;
  priority: "P0" | "P1" | "P2";
  title: string;
  repo: string;
  updatedMs: number;
};

export type TaskQuery = {
  states?: readonly PhaseName[];
  turnHolder?: Turn["holder"];
  /** Whose turn it is. */
  turnWho?: string;
  priority?: "P0" | "P1" | "P2";
  repo?: string;
  /** By the last change; `oldest` shows what waits longest first. */
  order?: "newest" | "oldest";
  after?: string;
  limit?: number;
};

export type Page<Item> = { items: readonly Item[]; next: string | null };

const Place = z.tuple([z.int(), TaskId]);
const DEFAULT_LIMIT = 50;

/** One page of an organisation's tasks. The cursor is a place in the order, so pages never shift. */
export async function listTasks(
  { db }: Session,
  org: string,
  query: TaskQuery,
): Promise<Page<TaskLine>> {
  const limit = pageSize(query.limit ?? DEFAULT_LIMIT);
  const direction = query.order === "oldest" ? asc : desc;
  const rows = await db
    .select({
      task: tasks.taskId,
      seq: tasks.seq,
      state: tasks.state,
      turnHolder: tasks.turnHolder,
      turnWho: tasks.turnWho,
      gate: tasks.gate,
      priority: tasks.priority,
      title: tasks.title,
      repo: tasks.repo,
      updated: tasks.updated,
    })
    .from(tasks)
    .where(and(eq(tasks.orgId, org), ...filters(query), behind(query)))
    .orderBy(direction(tasks.updated), direction(tasks.taskId))
    .limit(limit + 1);
  const items = rows
    .slice(0, limit)
    .map(({ updated, ...line }) => ({ ...line, updatedMs: updated.getTime() }));
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next: more ? writeCursor([last.updatedMs, last.task]) : null };
}

function filters({ states, turnHolder, turnWho, priority, repo }: TaskQuery): (SQL | undefined)[] {
  return [
    states && inArray(tasks.state, [...states]),
    turnHolder && eq(tasks.turnHolder, turnHolder),
    turnWho === undefined ? undefined : eq(tasks.turnWho, turnWho),
    priority && eq(tasks.priority, priority),
    repo === undefined ? undefined : eq(tasks.repo, repo),
  ];
}

function behind({ after, order }: TaskQuery): SQL | undefined {
  if (after === undefined) return undefined;
  const [updatedMs, task] = readCursor(Place, after);
  const place = sql`(${new Date(updatedMs).toISOString()}::timestamptz, ${task}::text)`;
  return order === "oldest"
    ? sql`(${tasks.updated}, ${tasks.taskId}) > ${place}`
    : sql`(${tasks.updated}, ${tasks.taskId}) < ${place}`;
}
