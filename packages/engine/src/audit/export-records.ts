import { sql } from "drizzle-orm";
import { z } from "zod";
import { readClock } from "../platform/read-clock.ts";
import type { Session } from "../platform/transact.ts";
import type { Seal } from "../ports/seal-body.ts";
import { countUnsealed, firstSealSince, readLastSeal } from "../seal/seal-store.ts";
import { readArchivedMonths } from "../store/organisation/archived-months.ts";
import { pageSize, readCursor, writeCursor } from "../store/tasks/cursor.ts";
import type { Page } from "../store/tasks/list-tasks.ts";
import type { AuditRecord } from "./audit-record.ts";

export type RecordQuery = {
  /** Omits entries that were sealed before this time. */
  sinceMs?: number | undefined;
  after?: string | undefined;
  limit?: number | undefined;
};

/** A record as stored. Verifiers parse it strictly, so that they can report what is wrong with it. */
export type ExportedRecord = { kind: AuditRecord["kind"]; [field: string]: unknown };

/** The last seal of the export, then the seal, task and entry of the last record on the page. */
const Cursor = z.tuple([z.int().min(0), z.int().min(0), z.string(), z.int().min(0)]);
type Cursor = z.infer<typeof Cursor>;

const DEFAULT_LIMIT = 500;

/**
 * Returns the sealed log one page at a time: each seal, its leaves, and for each leaf the entries that it covers.
 *
 * The first page fixes the last seal; later seals are not included.
 */
export async function exportRecords(
  session: Session,
  publicKey: string,
  { sinceMs, after, limit = DEFAULT_LIMIT }: RecordQuery,
): Promise<Page<ExportedRecord>> {
  if (after !== undefined) return readPage(session, readCursor(Cursor, after), limit);
  const last = await readLastSeal(session);
  const first = sinceMs === undefined ? 1 : await firstSealSince(session, sinceMs);
  const header: AuditRecord = {
    kind: "header",
    format: "countersign-audit/1",
    org: session.org,
    madeAtMs: await readClock(session),
    sinceMs: sinceMs ?? null,
    unsealed: await countUnsealed(session),
    publicKey,
  };
  if (last === null || first === null) return { items: [header, endRecord(null)], next: null };
  return { items: [header], next: writeCursor([last.body.number, first, "", 0]) };
}

function endRecord(last: SealRow | Seal | null): AuditRecord {
  const number = last && ("number" in last ? last.number : last.body.number);
  return { kind: "end", last: last && { number: number ?? 0, hash: last.hash } };
}

const SealRow = z.object({
  number: z.int(),
  body: z.looseObject({ leaves: z.int().catch(0) }),
  hash: z.string(),
  signature: z.string(),
});
type SealRow = z.infer<typeof SealRow>;

const Row = z.object({
  seal: z.int(),
  task: z.string(),
  first: z.int(),
  last: z.int(),
  head: z.string(),
  month: z.string().nullable(),
  seq: z.int().nullable(),
  atMs: z.coerce.number().nullable(),
  by: z.string().nullable(),
  event: z.looseObject({}).nullable(),
  prevHash: z.string().nullable(),
  hash: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

async function readPage(
  session: Session,
  [last, from, task, seq]: Cursor,
  limit: number,
): Promise<Page<ExportedRecord>> {
  const seals = await readWindow(session, from, last, pageSize(limit));
  const until = seals.at(-1)?.number ?? last;
  const rows = await readRows(session, { from, until, task, seq, limit });
  const archived = await readArchivedMonths(session);
  const told = rows.length === limit ? rows.at(-1) : undefined;
  const whole = seals.filter(({ number }) => told === undefined || number <= told.seal);
  const items = whole.flatMap(({ number, ...seal }): ExportedRecord[] => {
    const isBegun = number === from && task !== "";
    const under = rows.filter((row) => row.seal === number);
    return [
      ...(isBegun ? [] : [{ kind: "seal" as const, ...seal }]),
      ...leafRecords(under, isBegun ? task : "", archived),
    ];
  });
  if (told !== undefined)
    return { items, next: writeCursor([last, told.seal, told.task, told.seq ?? told.last]) };
  if (until < last) return { items, next: writeCursor([last, until + 1, "", 0]) };
  return { items: [...items, endRecord(seals.at(-1) ?? null)], next: null };
}

/** Reads seals with about one page of leaves. */
async function readWindow(
  { db, org }: Session,
  from: number,
  last: number,
  limit: number,
): Promise<SealRow[]> {
  const { rows } = await db.execute(sql`
    SELECT number, body, hash, signature FROM countersign.seals
     WHERE org_id = ${org} AND number BETWEEN ${from} AND ${last} ORDER BY number LIMIT ${limit}`);
  const seals = z.array(SealRow).parse(rows);
  let leaves = 0;
  const fitting = seals.findIndex(({ body }) => {
    leaves += body.leaves;
    return leaves >= limit;
  });
  return fitting === -1 ? seals : seals.slice(0, fitting + 1);
}

async function readRows(
  { db, org }: Session,
  place: { from: number; until: number; task: string; seq: number; limit: number },
): Promise<Row[]> {
  const { from, until, task, seq, limit } = place;
  const { rows } = await db.execute(sql`
    SELECT l.seal, l.task_id AS task, l.first, l.seq AS last, l.head, e.seq,
           (SELECT to_char(t.opened, 'YYYY-MM') FROM countersign.tasks t
             WHERE t.org_id = l.org_id AND t.task_id = l.task_id AND e.seq IS NULL) AS month,
           (extract(epoch FROM e.at) * 1000)::bigint AS "atMs", e.actor AS "by", e.body AS event,
           e.prev_hash AS "prevHash", e.hash
      FROM countersign.seal_leaves l
      LEFT JOIN countersign.events e
        ON e.org_id = l.org_id AND e.task_id = l.task_id AND e.seq BETWEEN l.first AND l.seq
     WHERE l.org_id = ${org} AND l.seal BETWEEN ${from} AND ${until}
       AND (l.seal, l.task_id COLLATE "C", coalesce(e.seq, l.seq)) > (${from}, ${task}, ${seq})
     ORDER BY l.seal, l.task_id COLLATE "C", e.seq LIMIT ${limit}`);
  return z.array(Row).parse(rows);
}

/**
 * Returns leaves, each before its entries. The first leaf may have been on the previous page. A leaf without entries
 * names the month, if that is archived.
 */
function leafRecords(
  rows: readonly Row[],
  before: string,
  archived: Pick<ReadonlyMap<string, unknown>, "has">,
): ExportedRecord[] {
  let task = before;
  return rows.flatMap((row): ExportedRecord[] => {
    const { first, last: seq, head } = row;
    const { month } = row;
    const isArchived = row.seq === null && month !== null && archived.has(month);
    const leaf: ExportedRecord = {
      ...{ kind: "leaf", task: row.task, first, seq, head },
      ...(isArchived && { archived: month }),
    };
    const isNew = row.task !== task;
    task = row.task;
    return [...(isNew ? [leaf] : []), ...entryRecords(row)];
  });
}

/** Returns the entry that a leaf covers, or nothing if it was removed. */
function entryRecords({ task, seq, atMs, by, event, prevHash, hash }: Row): ExportedRecord[] {
  const isThere = seq !== null && atMs !== null && by !== null && event !== null;
  if (!isThere || prevHash === null || hash === null) return [];
  return [{ kind: "entry", task, seq, atMs, by, event, prevHash, hash }];
}
