import {
  type ListFacts,
  listFacts,
  type PhaseName,
  type Task,
  type TaskLocation,
} from "@countersign/core";
import { and, eq, sql } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { LACKS_LIST_FACTS, tasks, wholeTask } from "../schema/schema.ts";
import { pageSize } from "./cursor.ts";
import { filterConditions, type TaskFilter } from "./task-filter.ts";
import { afterCursor, cursorAt, orderColumns, orderRank, type TaskOrder } from "./task-order.ts";

/** One row of a task list. */
export type TaskSummary = ListFacts & {
  task: string;
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
  /** When the turn last changed. Null if the task waits for no actor. */
  waitingSinceMs: number | null;
};

export type TaskQuery = TaskFilter & {
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
  // First the page, then its rows: sorting would otherwise read the whole state of every task that matches.
  const page = db
    .select({ task: tasks.taskId, rank: orderRank(order).as("rank") })
    .from(tasks)
    .where(and(eq(tasks.orgId, org), ...filterConditions(query), afterCursor(order, query.after)))
    .orderBy(...orderColumns(order, orderRank(order)))
    .limit(limit + 1)
    .as("page");
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
      since: sql<Date>`coalesce(${tasks.turnSince}, ${tasks.updated})`.mapWith(tasks.updated),
      facts: tasks.listFacts,
      // Only for a row of an older release.
      whole: sql<Task | null>`CASE WHEN ${sql.raw(LACKS_LIST_FACTS)} THEN ${wholeTask} END`,
      rank: page.rank,
    })
    .from(page)
    .innerJoin(tasks, and(eq(tasks.orgId, org), eq(tasks.taskId, page.task)))
    .orderBy(...orderColumns(order, page.rank));
  const shown = rows.slice(0, limit);
  const items = shown.map(({ updated, since, facts, whole, rank: _, ...line }) => ({
    ...knownFacts(facts, whole),
    ...line,
    updatedMs: updated.getTime(),
    waitingSinceMs: line.turnHolder === "nobody" ? null : since.getTime(),
  }));
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next: more ? cursorAt({ ...last, updatedMs: last.updated.getTime() }) : null };
}

function knownFacts(facts: ListFacts | null, whole: Task | null): ListFacts {
  if (whole !== null) return listFacts(whole, null);
  if (facts === null) throw new Error("A row has neither list facts nor a task.");
  return facts;
}
