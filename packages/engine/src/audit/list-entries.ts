import { oneLine } from "@countersign/core";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { describeEntry } from "../commands/describe-entry.ts";
import type { Session } from "../platform/transact.ts";
import { ORGANISATION_LOG } from "../store/organisation/organisation-log.ts";
import { events } from "../store/schema/schema.ts";
import { pageSize, readCursor, writeCursor } from "../store/tasks/cursor.ts";
import type { Page } from "../store/tasks/list-tasks.ts";
import { describeChange } from "./describe-change.ts";

/** An event with its actor, its task or the organisation, and the seal that covers it. */
export type AuditEntry = {
  task: string;
  seq: number;
  atMs: number;
  by: string;
  /** Role and id of the credential. Null for the engine itself and for older entries. */
  role: string | null;
  credential: string | null;
  what: string;
  /** Description of the change in one line. Null for bookkeeping events. */
  detail: string | null;
  hash: string;
  /** Null while no seal covers it. */
  seal: number | null;
};

export type EntryQuery = {
  task?: string | undefined;
  /** Selects only the organisation's own log, or only the logs of its tasks. */
  about?: "organisation" | "tasks" | undefined;
  sinceMs?: number | undefined;
  after?: string | undefined;
  limit?: number | undefined;
};

const Cursor = z.tuple([z.string().regex(/^\d{1,20}$/), z.string().regex(/^\d{1,19}$/)]);
const DEFAULT_LIMIT = 50;

const Row = z.object({
  task: z.string(),
  seq: z.int(),
  atMs: z.coerce.number(),
  by: z.string(),
  role: z.string().nullable(),
  credential: z.string().nullable(),
  what: z.string(),
  change: z.looseObject({}).nullable(),
  hash: z.string(),
  seal: z.int().nullable(),
  xid: z.string(),
  position: z.string(),
});

/** Returns the entries, newest first. */
export async function listEntries(
  { db, org }: Pick<Session, "db" | "org">,
  { task, about, sinceMs, after, limit = DEFAULT_LIMIT }: EntryQuery,
): Promise<Page<AuditEntry>> {
  const wanted: SQL[] = [sql`e.org_id = ${org}`];
  if (task !== undefined) wanted.push(sql`e.task_id = ${task}`);
  if (about === "organisation") wanted.push(sql`e.task_id = ${ORGANISATION_LOG}`);
  if (about === "tasks") wanted.push(sql`e.task_id <> ${ORGANISATION_LOG}`);
  if (sinceMs !== undefined) wanted.push(sql`e.at >= ${new Date(sinceMs).toISOString()}`);
  if (after !== undefined) {
    const [xid, position] = readCursor(Cursor, after);
    wanted.push(sql`(e.xid, e.position) < (${xid}::xid8, ${position}::bigint)`);
  }
  const { rows } = await db.execute(sql`
    SELECT e.task_id AS task, e.seq, (extract(epoch FROM e.at) * 1000)::bigint AS "atMs",
           e.actor AS "by", e.body -> 'credential' ->> 'role' AS role,
           e.body -> 'credential' ->> 'id' AS credential, e.body ->> 'type' AS what,
           CASE WHEN e.task_id = ${ORGANISATION_LOG} THEN e.body END AS change, e.hash, e.xid::text, e.position::text,
           (SELECT l.seal FROM countersign.seal_leaves l
             WHERE l.org_id = e.org_id AND l.task_id = e.task_id AND l.seq >= e.seq
             ORDER BY l.seq LIMIT 1) AS seal
      FROM countersign.events e WHERE ${sql.join(wanted, sql` AND `)}
     ORDER BY e.xid DESC, e.position DESC LIMIT ${pageSize(limit)}`);
  const found = z.array(Row).parse(rows);
  const end = found.length < limit ? undefined : found.at(-1);
  const told = await describeEntries({ db, org }, found);
  return {
    items: found.map(({ xid: _, position, change, ...entry }) => ({
      ...entry,
      detail: change === null ? (told.get(position) ?? null) : describeChange(change),
    })),
    next: end === undefined ? null : writeCursor([end.xid, end.position]),
  };
}

const MAX_DETAIL = 300;
/** Events that contain the facts of a whole change, and are too large to read for one line. */
const LARGE = new Set(["planned", "replanned", "findings_changed"]);

/** Describes entries of tasks in one line each, by their position in the log. */
async function describeEntries(
  { db, org }: Pick<Session, "db" | "org">,
  entries: readonly Pick<z.infer<typeof Row>, "position" | "what" | "change">[],
): Promise<ReadonlyMap<string, string>> {
  const positions = entries
    .filter(({ what, change }) => change === null && !LARGE.has(what))
    .map(({ position }) => Number(position));
  if (positions.length === 0) return new Map();
  const rows = await db
    .select({ position: events.position, by: events.actor, event: events.body })
    .from(events)
    .where(and(eq(events.orgId, org), inArray(events.position, positions)));
  return new Map(
    rows.flatMap(({ position, by, event }) => {
      const text = describeEntry({ by, event });
      return text === null ? [] : [[String(position), oneLine(text, MAX_DETAIL)] as const];
    }),
  );
}
