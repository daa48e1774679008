import type { PhaseName, TaskLocation, TaskTurn } from "@countersign/core";
import { TaskId } from "@countersign/core";
import { and, asc, desc, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Session } from "../../platform/transact.ts";
import { tasks } from "../schema/schema.ts";
import { pageSize, readCursor, writeCursor } from "./cursor.ts";
import { isSnoozedBy } from "./snoozes.ts";

/** One row of a task list. */
export type TaskSummary = {
  task: string;
  seq: number;
  state: PhaseName;
  turnHolder: string;
  turnWho: string | null;
  gate: string | null;
  priority: "P0" | "P1" | "P2";
  title: string;
  repo: string;
  /** The location of its work. Null if there is none yet or it is unknown. */
  location: TaskLocation | null;
  updatedMs: number;
};

/** Missing fields match anything. */
type LocationFilter = Partial<TaskLocation>;

export type TaskQuery = {
  /** Only this task. */
  task?: string;
  states?: readonly PhaseName[];
  turnHolder?: TaskTurn["holder"];
  /** The actor whose turn it is. */
  turnWho?: string;
  priority?: "P0" | "P1" | "P2";
  repo?: string;
  /** Only work at this location, of any author unless one is named. */
  location?: LocationFilter;
  /** Only tasks that this person has snoozed, or only those they have not. */
  snoozed?: { by: string; is: boolean };
  /** Default: newest first. `oldest` lists the longest-waiting first. */
  order?: TaskOrder;
  after?: string;
  limit?: number;
};

export type Page<Item> = { items: readonly Item[]; next: string | null };

const DEFAULT_LIMIT = 50;

/** Lists one page of an organisation's tasks. The cursor is a position in the order, so pages never shift. */
export async function listTasks(
  { db, org }: Session,
  query: TaskQuery,
): Promise<Page<TaskSummary>> {
  const limit = pageSize(query.limit ?? DEFAULT_LIMIT);
  const order = query.order ?? "newest";
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
      location: sql<TaskLocation | null>`${tasks.body} -> 'location'`,
      updated: tasks.updated,
      rank: orderRank(order),
    })
    .from(tasks)
    .where(and(eq(tasks.orgId, org), ...filters(query), afterCursor(order, query.after)))
    .orderBy(...orderColumns(order))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const items = shown.map(({ updated, rank: _, ...line }) => ({
    ...line,
    updatedMs: updated.getTime(),
  }));
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next: more ? cursorAt({ ...last, updatedMs: last.updated.getTime() }) : null };
}

function filters(query: TaskQuery): (SQL | undefined)[] {
  const { task, states, turnHolder, turnWho, priority, repo, location, snoozed } = query;
  return [
    task === undefined ? undefined : eq(tasks.taskId, task),
    states && inArray(tasks.state, [...states]),
    turnHolder && eq(tasks.turnHolder, turnHolder),
    turnWho === undefined ? undefined : eq(tasks.turnWho, turnWho),
    priority && eq(tasks.priority, priority),
    repo === undefined ? undefined : eq(tasks.repo, repo),
    location && isAt(location),
    snoozed && (snoozed.is ? isSnoozedBy(snoozed.by) : not(isSnoozedBy(snoozed.by))),
  ];
}

function isAt(location: LocationFilter): SQL {
  return sql`${tasks.body} -> 'location' @> ${JSON.stringify(location)}::jsonb`;
}

/** Counts the tasks of a repository with work at a location, ended or not. */
export async function countTasksAt(
  { db, org }: Session,
  repo: string,
  location: TaskLocation,
): Promise<number> {
  const isHere = and(eq(tasks.orgId, org), eq(tasks.repo, repo), isAt(location));
  return await db.$count(tasks, isHere);
}

/** By last change, by worst gate and highest risk, or by fewest changed lines. */
type TaskOrder = "newest" | "oldest" | "risk" | "smallest";

const ListCursor = z.tuple([z.int(), z.int(), TaskId]);

const PLANNED = sql`coalesce(${tasks.planned}, ${tasks.body} -> 'round')`;
const GATE = sql`CASE ${tasks.gate} WHEN 'fail' THEN 4 WHEN 'needs_fixes' THEN 3 WHEN 'pass_with_warnings' THEN 2 WHEN 'pass' THEN 1 ELSE 0 END`;
const RISK = sql`coalesce((${PLANNED} #>> '{plan,classification,risk}')::int, 0)`;
const LINES = sql`coalesce((${PLANNED} #>> '{facts,linesAdded}')::bigint + (${PLANNED} #>> '{facts,linesDeleted}')::bigint, 0)`;

/** The sort key before age in each order. Lower ranks come first. */
const RANKS: Readonly<Record<TaskOrder, SQL<number>>> = {
  newest: sql<number>`0`,
  oldest: sql<number>`0`,
  risk: sql<number>`-(100 * (${GATE}) + ${RISK})`.mapWith(Number),
  smallest: sql<number>`${LINES}`.mapWith(Number),
};

function orderRank(order: TaskOrder): SQL<number> {
  return RANKS[order];
}

/** The columns to sort by. Unranked orders use an index. */
function orderColumns(order: TaskOrder): SQL[] {
  const direction = order === "newest" ? desc : asc;
  const byAge = [direction(tasks.updated), direction(tasks.taskId)];
  return isRanked(order) ? [asc(RANKS[order]), ...byAge] : byAge;
}

type ListPosition = { rank: number; updatedMs: number; task: string };

function cursorAt({ rank, updatedMs, task }: ListPosition): string {
  return writeCursor([rank, updatedMs, task]);
}

/** Matches everything after a cursor in the order. */
function afterCursor(order: TaskOrder, after: string | undefined): SQL | undefined {
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
