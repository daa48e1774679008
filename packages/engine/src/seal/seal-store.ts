import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Session } from "../platform/transact.ts";
import type { Seal } from "../ports/seal-body.ts";
import { ORGANISATION_LOG } from "../store/organisation/organisation-log.ts";
import { logMonth, NO_MONTH } from "../store/schema/columns.ts";
import { sealLeaves, seals } from "../store/schema/seal-schema.ts";
import type { Leaf } from "./merkle-root.ts";

/** Locks sealing of an organisation: one process at a time. */
export async function lockSeals({ db, org }: Session): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`seals of ${org}`}, 0))`);
}

/** Locks the seal keys: one process changes them at a time. */
export async function lockKeys({ db }: Session): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('keys of the seals', 0))`);
}

export async function readLastSeal({ db, org }: Session): Promise<Seal | null> {
  const [row] = await db
    .select({ body: seals.body, hash: seals.hash, signature: seals.signature })
    .from(seals)
    .where(eq(seals.orgId, org))
    .orderBy(desc(seals.number))
    .limit(1);
  return row ?? null;
}

/** Leaves per statement. Postgres accepts at most 65,535 values. */
const LEAVES_AT_ONCE = 5_000;

export async function addSeal(
  { db }: Session,
  { body, hash, signature }: Seal,
  leaves: readonly Leaf[],
): Promise<void> {
  const { org: orgId, number, atMs } = body;
  await db.insert(seals).values({ orgId, number, at: new Date(atMs), body, hash, signature });
  const rows = leaves.map(({ task: taskId, ...leaf }) => ({
    orgId,
    seal: number,
    taskId,
    ...leaf,
  }));
  for (let index = 0; index < rows.length; index += LEAVES_AT_ONCE)
    await db.insert(sealLeaves).values(rows.slice(index, index + LEAVES_AT_ONCE));
}

/** Checks that a task's log is sealed up to an entry and still ends there as the seal says. */
export async function isSealed(
  { db, org }: Session,
  taskId: string,
  seq: number,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM countersign.seal_leaves l
      JOIN countersign.events e
        ON e.org_id = l.org_id AND e.task_id = l.task_id AND e.seq = l.seq AND e.hash = l.head
         AND e.opened = ${logMonth(org, taskId)}
     WHERE l.org_id = ${org} AND l.task_id = ${taskId} AND l.seq >= ${seq} LIMIT 1`);
  return rows.length > 0;
}

/**
 * Selects the end of the organisation's own log. Only one transaction at a time appends to it, so no earlier
 * entry can appear.
 */
function organisationHead(org: string): SQL {
  return sql`SELECT task_id, opened, seq FROM countersign.events
    WHERE org_id = ${org} AND task_id = ${ORGANISATION_LOG} AND opened = ${NO_MONTH} ORDER BY seq DESC LIMIT 1`;
}

/** A position in the event stream. */
export type LogHead = { xid: string; position: string };

const Changed = z.object({
  leaves: z.array(
    z.object({ task: z.string(), first: z.number(), seq: z.number(), head: z.string() }),
  ),
  read: z.number(),
  xid: z.string().nullable(),
  position: z.string().nullable(),
});

/** Maximum number of events per seal. */
export const MAX_EVENTS = 2_000;

/**
 * Finds log ends that no seal covers yet: of tasks with events after a position, of the named tasks, and of
 * the organisation itself, so that the organisation's decisions are sealed before a change is merged.
 *
 * Like the stream, it only reads events that no later commit can precede. The log of a named task is read as
 * far as it is committed.
 */
export async function findUnsealed(
  { db, org }: Session,
  after: LogHead,
  named: readonly string[],
): Promise<{ leaves: Leaf[]; next: LogHead | null; isAll: boolean }> {
  const { rows } = await db.execute(sql`
    WITH batch AS (
      SELECT task_id, opened, seq, xid, position FROM countersign.events
       WHERE org_id = ${org} AND (xid, position) > (${after.xid}::xid8, ${after.position}::bigint)
         AND xid < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY xid, position LIMIT ${MAX_EVENTS}),
    heads AS (
      SELECT task_id, opened, max(seq) AS seq FROM (
        SELECT task_id, opened, seq FROM batch
        UNION ALL
        SELECT task_id, opened, seq FROM countersign.tasks
         WHERE org_id = ${org} AND task_id = ANY(${sql.param(named)}::text[])
        UNION ALL
        SELECT task_id, opened, seq FROM (${organisationHead(org)}) own) changed
       GROUP BY task_id, opened),
    leaves AS (
      SELECT h.task_id AS task, coalesce(l.seq, 0) + 1 AS first, h.seq, e.hash AS head
        FROM heads h
        JOIN countersign.events e
          ON e.org_id = ${org} AND e.task_id = h.task_id AND e.opened = h.opened AND e.seq = h.seq
        LEFT JOIN LATERAL (
          SELECT seq FROM countersign.seal_leaves
           WHERE org_id = ${org} AND task_id = h.task_id ORDER BY seq DESC LIMIT 1) l ON true
       WHERE h.seq > coalesce(l.seq, 0)),
    last AS (SELECT xid, position FROM batch ORDER BY xid DESC, position DESC LIMIT 1)
    SELECT (SELECT coalesce(json_agg(leaves), '[]') FROM leaves) AS leaves,
           (SELECT count(*)::int FROM batch) AS read,
           (SELECT xid::text FROM last) AS xid, (SELECT position::text FROM last) AS position`);
  const { leaves, read, xid, position } = Changed.parse(rows[0]);
  const next = xid === null || position === null ? null : { xid, position };
  return { leaves, next, isAll: read < MAX_EVENTS };
}

/** Tasks per statement when sealing starts. */
const TASKS_AT_ONCE = 10_000;

const Behind = z.object({ id: z.string(), behind: z.boolean() });

/** Lists tasks after a name whose log is not fully sealed. `next` is null when there are no more. */
export async function findTasksBehind(
  { db, org }: Session,
  after: string,
): Promise<{ tasks: string[]; next: string | null }> {
  const { rows } = await db.execute(sql`
    SELECT t.task_id AS id, t.seq > coalesce(l.seq, 0) AS behind FROM countersign.tasks t
      LEFT JOIN LATERAL (
        SELECT seq FROM countersign.seal_leaves
         WHERE org_id = ${org} AND task_id = t.task_id ORDER BY seq DESC LIMIT 1) l ON true
     WHERE t.org_id = ${org} AND t.task_id > ${after} ORDER BY t.task_id LIMIT ${TASKS_AT_ONCE}`);
  const found = z.array(Behind).parse(rows);
  const tasks = found.filter(({ behind }) => behind).map(({ id }) => id);
  return { tasks, next: found.length < TASKS_AT_ONCE ? null : (found.at(-1)?.id ?? null) };
}

/** Reads the current end of the stream. Everything that is not visible yet comes after it. */
export async function readStreamHead({ db }: Session): Promise<LogHead> {
  const { rows } = await db.execute<{ xid: string }>(
    sql`SELECT (pg_snapshot_xmin(pg_current_snapshot()))::text AS xid`,
  );
  // No event with this xid is visible yet, and positions start at 1.
  return { xid: rows[0]?.xid ?? "0", position: "0" };
}

/** Counts the entries that no seal covers yet. */
export async function countUnsealed({ db, org }: Session): Promise<number> {
  const { rows } = await db.execute<{ number: number }>(sql`
    SELECT coalesce(sum(greatest(t.seq - coalesce(l.seq, 0), 0)), 0)::int AS number
      FROM (SELECT task_id, seq FROM countersign.tasks WHERE org_id = ${org}
            UNION ALL
            SELECT task_id, seq FROM (${organisationHead(org)}) own) t
      LEFT JOIN LATERAL (
        SELECT seq FROM countersign.seal_leaves
         WHERE org_id = ${org} AND task_id = t.task_id ORDER BY seq DESC LIMIT 1) l ON true`);
  return rows[0]?.number ?? 0;
}

/** Reads the first seal made at or after a time. Null if there is none. */
export async function firstSealSince(
  { db, org }: Session,
  sinceMs: number,
): Promise<number | null> {
  const [row] = await db
    .select({ number: seals.number })
    .from(seals)
    .where(and(eq(seals.orgId, org), sql`${seals.at} >= ${new Date(sinceMs).toISOString()}`))
    .orderBy(seals.number)
    .limit(1);
  return row?.number ?? null;
}
