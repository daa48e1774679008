import { TaskId } from "@countersign/core";
import { asc, desc, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { tasks } from "../schema/schema.ts";
import { readCursor, writeCursor } from "./cursor.ts";

/** By last change, by worst gate and highest risk, or by fewest changed lines. */
export type TaskOrder = "newest" | "oldest" | "risk" | "smallest";

const ListCursor = z.tuple([z.int(), z.int(), TaskId]);

const PLANNED = sql`coalesce(${tasks.planned}, ${tasks.body} -> 'round')`;
const GATE = sql`CASE ${tasks.gate} WHEN 'fail' THEN 4 WHEN 'needs_fixes' THEN 3 WHEN 'pass_with_warnings' THEN 2 WHEN 'pass' THEN 1 ELSE 0 END`;
const RISK = sql`coalesce((${tasks.listFacts} ->> 'risk')::int, (${PLANNED} #>> '{plan,classification,risk}')::int, 0)`;
const LINES = sql`coalesce((${tasks.listFacts} ->> 'linesAdded')::bigint + (${tasks.listFacts} ->> 'linesDeleted')::bigint,
  (${PLANNED} #>> '{facts,linesAdded}')::bigint + (${PLANNED} #>> '{facts,linesDeleted}')::bigint, 0)`;

/** The sort key before age in each order. Lower ranks come first. */
const RANKS: Readonly<Record<TaskOrder, SQL<number>>> = {
  newest: sql<number>`0`,
  oldest: sql<number>`0`,
  risk: sql<number>`-(100 * (${GATE}) + ${RISK})`.mapWith(Number),
  smallest: sql<number>`${LINES}`.mapWith(Number),
};

export function orderRank(order: TaskOrder): SQL<number> {
  return RANKS[order];
}

/** The columns to sort by. Unranked orders use an index. */
export function orderColumns(order: TaskOrder): SQL[] {
  const direction = order === "newest" ? desc : asc;
  const byAge = [direction(tasks.updated), direction(tasks.taskId)];
  return isRanked(order) ? [asc(RANKS[order]), ...byAge] : byAge;
}

type ListPosition = { rank: number; updatedMs: number; task: string };

export function cursorAt({ rank, updatedMs, task }: ListPosition): string {
  return writeCursor([rank, updatedMs, task]);
}

/** Matches everything after a cursor in the order. */
export function afterCursor(order: TaskOrder, after: string | undefined): SQL | undefined {
  if (after === undefined) return undefined;
  const [rank, updatedMs, task] = readCursor(ListCursor, after);
  const age = sql`${new Date(updatedMs).toISOString()}::timestamptz, ${task}::text`;
  if (order === "newest") return sql`(${tasks.updated}, ${tasks.taskId}) < (${age})`;
  if (!isRanked(order)) return sql`(${tasks.updated}, ${tasks.taskId}) > (${age})`;
  return sql`(${RANKS[order]}, ${tasks.updated}, ${tasks.taskId}) > (${rank}, ${age})`;
}

function isRanked(order: TaskOrder): boolean {
  return order === "risk" || order === "smallest";
}
