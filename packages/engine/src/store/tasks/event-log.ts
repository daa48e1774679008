import type { LogEntry, PhaseName } from "@countersign/core";
import { and, asc, eq, gte, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Session } from "../../platform/transact.ts";
import type { ChainedEntry } from "../organisation/hash-chain.ts";
import { ORGANISATION_LOG } from "../organisation/organisation-log.ts";
import { logMonth } from "../schema/columns.ts";
import { events, tasks } from "../schema/schema.ts";
import { pageSize, readCursor, writeCursor } from "./cursor.ts";
import type { Page } from "./list-tasks.ts";

/** A task's entry in the stream. */
export type StreamEntry = LogEntry & {
  task: string;
  cursor: string;
  /** The state and turn that the task has now. */
  state: PhaseName;
  turn: { holder: string; who: string | null };
};

/** Where to continue a stream. `task` limits it to one task. */
export type StreamQuery = { after?: string; limit?: number; task?: string };

/** Used instead of a cursor to start after everything that has happened so far. */
const NOW = "now";
const Xid = z.string().regex(/^\d{1,20}$/);
const StreamCursor = z.tuple([Xid, z.int().min(0)]);
const DEFAULT_LIMIT = 500;

/** Used instead of a month to find entries of a log in a month to which it does not belong. */
export const EVERY_MONTH = null;

/** Reads the log of a task or of the organisation, starting at an entry, with its hashes. Default month: the task's. */
export async function readLog(
  { db, org }: Session,
  taskId: string,
  from: number,
  month: SQL<string> | string | typeof EVERY_MONTH = logMonth(org, taskId),
): Promise<ChainedEntry[]> {
  const rows = await db
    .select()
    .from(events)
    .where(
      and(
        eq(events.orgId, org),
        eq(events.taskId, taskId),
        month === EVERY_MONTH ? undefined : eq(events.opened, month),
        gte(events.seq, from),
      ),
    )
    .orderBy(asc(events.seq));
  return rows.map(({ seq, at, actor, body, prevHash, hash }) => ({
    seq,
    atMs: at.getTime(),
    by: actor,
    event: body,
    prevHash,
    hash,
  }));
}

/**
 * Reads what happened to an organisation's tasks after a cursor, in an order that never changes.
 *
 * A row is returned only after every transaction that began before it has ended. Otherwise a reader could
 * miss a row that commits late.
 */
export async function readStream(
  { db, org }: Session,
  { after, limit = DEFAULT_LIMIT, task }: StreamQuery,
): Promise<Page<StreamEntry>> {
  if (after === NOW) return { items: [], next: await currentCursor(db) };
  const [xid, position] = after === undefined ? ["0", 0] : readCursor(StreamCursor, after);
  const found = await db
    .select({
      row: events,
      state: tasks.state,
      turn: { holder: tasks.turnHolder, who: tasks.turnWho },
    })
    .from(events)
    .innerJoin(tasks, and(eq(tasks.orgId, events.orgId), eq(tasks.taskId, events.taskId)))
    .where(
      and(
        eq(events.orgId, org),
        ne(events.taskId, ORGANISATION_LOG),
        task === undefined ? undefined : eq(events.taskId, task),
        task === undefined ? undefined : eq(events.opened, logMonth(org, task)),
        sql`(${events.xid}, ${events.position}) > (${xid}::xid8, ${position}::bigint)`,
        sql`${events.xid} < pg_snapshot_xmin(pg_current_snapshot())`,
      ),
    )
    .orderBy(asc(events.xid), asc(events.position))
    .limit(pageSize(limit));
  const items = found.map(({ row, state, turn }) => ({
    state,
    turn,
    task: row.taskId,
    seq: row.seq,
    atMs: row.at.getTime(),
    by: row.actor,
    event: row.body,
    cursor: writeCursor([row.xid, row.position]),
  }));
  return { items, next: items.at(-1)?.cursor ?? after ?? null };
}

const Snapshot = z.object({ rows: z.tuple([z.object({ xmin: Xid })]) });

/** Returns the cursor after everything visible now. Transactions that are still open come after it. */
async function currentCursor(db: Session["db"]): Promise<string> {
  const told = await db.execute(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`);
  const [{ xmin }] = Snapshot.parse(told).rows;
  return writeCursor([String(BigInt(xmin) - 1n), Number.MAX_SAFE_INTEGER]);
}
