import type { LogEntry } from "@countersign/core";
import { and, asc, eq, gte, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Session } from "../../platform/transact.ts";
import type { ChainedEntry } from "../organisation/hash-chain.ts";
import { ORGANISATION_LOG } from "../organisation/organisation-log.ts";
import { events } from "../schema/schema.ts";
import { pageSize, readCursor, writeCursor } from "./cursor.ts";
import type { Page } from "./list-tasks.ts";

/** An entry of some task, as the stream tells it. */
export type StreamEntry = LogEntry & { task: string; cursor: string };

/** Where a stream is read on; `task`: the only task that is told of. */
export type StreamQuery = { after?: string; limit?: number; task?: string };

/** In place of a cursor: nothing that has happened yet. */
const NOW = "now";
const Xid = z.string().regex(/^\d{1,20}$/);
const Place = z.tuple([Xid, z.int().min(0)]);
const DEFAULT_LIMIT = 500;

/** The log of a task, or of the organisation, from an entry on, with its hashes. */
export async function readLog(
  { db }: Session,
  org: string,
  taskId: string,
  from: number,
): Promise<ChainedEntry[]> {
  const rows = await db
    .select()
    .from(events)
    .where(and(eq(events.orgId, org), eq(events.taskId, taskId), gte(events.seq, from)))
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
 * What happened to an organisation's tasks after a cursor, in an order in which nothing is ever slipped in.
 *
 * A row is told only when every transaction that began before it has ended; otherwise one that
 * commits late would be missed by a reader who is already past it.
 */
export async function readStream(
  { db }: Session,
  org: string,
  { after, limit = DEFAULT_LIMIT, task }: StreamQuery,
): Promise<Page<StreamEntry>> {
  if (after === NOW) return { items: [], next: await placeOfNow(db) };
  const [xid, position] = after === undefined ? ["0", 0] : readCursor(Place, after);
  const rows = await db
    .select()
    .from(events)
    .where(
      and(
        eq(events.orgId, org),
        ne(events.taskId, ORGANISATION_LOG),
        task === undefined ? undefined : eq(events.taskId, task),
        sql`(${events.xid}, ${events.position}) > (${xid}::xid8, ${position}::bigint)`,
        sql`${events.xid} < pg_snapshot_xmin(pg_current_snapshot())`,
      ),
    )
    .orderBy(asc(events.xid), asc(events.position))
    .limit(pageSize(limit));
  const items = rows.map((row) => ({
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

/** Behind everything that is told by now. What began and has not ended comes after it. */
async function placeOfNow(db: Session["db"]): Promise<string> {
  const told = await db.execute(sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`);
  const [{ xmin }] = Snapshot.parse(told).rows;
  return writeCursor([String(BigInt(xmin) - 1n), Number.MAX_SAFE_INTEGER]);
}
