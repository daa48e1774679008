import { CountersignError } from "@countersign/core";
import { and, asc, eq } from "drizzle-orm";
import type { Session } from "../../platform/transact.ts";
import { lineMarks } from "../schema/reading-schema.ts";
import type { PersonTask } from "./feedback-drafts.ts";

const MAX_FILES = 2_000;
const MAX_LINES = 100_000;

/** The lines of a file that a person has read, as digests of their content. */
export type FileMarks = { path: string; lines: readonly string[] };

/** Lines to mark. Those to unmark come first; without lines, the whole file is unmarked. */
export type MarkChange = {
  read: readonly FileMarks[];
  unread: readonly { path: string; lines: readonly string[] | null }[];
};

export async function listReadMarks(
  { db, org }: Session,
  { person, taskId }: PersonTask,
): Promise<FileMarks[]> {
  return await db
    .select({ path: lineMarks.path, lines: lineMarks.lines })
    .from(lineMarks)
    .where(
      and(eq(lineMarks.orgId, org), eq(lineMarks.person, person), eq(lineMarks.taskId, taskId)),
    )
    .orderBy(asc(lineMarks.path));
}

const UNMARK = `UPDATE countersign.read_marks AS m
    SET lines = ARRAY(SELECT line FROM unnest(m.lines) AS line WHERE NOT u.lines ? line), updated = now()
   FROM jsonb_to_recordset($4::jsonb) AS u(path text, lines jsonb)
  WHERE m.org_id = $1 AND m.person = $2 AND m.task_id = $3 AND m.path = u.path
    AND jsonb_typeof(u.lines) = 'array'`;

const UNMARK_FILES = `DELETE FROM countersign.read_marks
  WHERE org_id = $1 AND person = $2 AND task_id = $3 AND path = ANY ($4)`;

const MARK = `INSERT INTO countersign.read_marks AS m (org_id, person, task_id, path, lines, updated)
  SELECT $1, $2, $3, f.path, ARRAY(SELECT DISTINCT jsonb_array_elements_text(f.lines)), now()
    FROM jsonb_to_recordset($4::jsonb) AS f(path text, lines jsonb)
  ON CONFLICT (org_id, person, task_id, path)
    DO UPDATE SET lines = ARRAY(SELECT DISTINCT unnest(m.lines || excluded.lines)), updated = now()`;

const COUNT = `SELECT count(*)::int AS files, coalesce(sum(cardinality(lines)), 0)::int AS lines
   FROM countersign.read_marks WHERE org_id = $1 AND person = $2 AND task_id = $3`;

/** Marks lines as read or unread. Marks that other clients made meanwhile stay. */
export async function changeReadMarks(
  { client, org }: Session,
  { person, taskId }: PersonTask,
  { read, unread }: MarkChange,
): Promise<void> {
  const whose = [org, person, taskId];
  const files = unread.filter(({ lines }) => lines === null).map(({ path }) => path);
  if (files.length > 0) await client.query(UNMARK_FILES, [...whose, files]);
  if (unread.length > files.length) await client.query(UNMARK, [...whose, JSON.stringify(unread)]);
  if (read.length === 0) return;
  await client.query(MARK, [...whose, JSON.stringify(joinByPath(read))]);
  const { rows } = await client.query<{ files: number; lines: number }>(COUNT, whose);
  const [count] = rows;
  if (count !== undefined && (count.files > MAX_FILES || count.lines > MAX_LINES))
    throw new CountersignError(
      "too_large",
      `At most ${MAX_LINES} lines of ${MAX_FILES} files of a task are marked.`,
    );
}

/** Joins the entries of a path, because one statement changes a row only once. */
function joinByPath(read: readonly FileMarks[]): FileMarks[] {
  const byPath = Map.groupBy(read, ({ path }) => path);
  return [...byPath].map(([path, entries]) => ({
    path,
    lines: entries.flatMap(({ lines }) => lines),
  }));
}
