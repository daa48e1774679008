import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { unfinishedJobs } from "../durable/unfinished-jobs.ts";
import { readArchivedMonths } from "../store/organisation/archived-months.ts";
import { ORGANISATION_LOG } from "../store/organisation/organisation-log.ts";
import { NO_MONTH } from "../store/schema/columns.ts";
import { type StoredTable, tasksTable, truthTables } from "./tables.ts";

export type BackupSource = {
  pool: Pool;
  orgs: readonly string[];
  /** The countersign release that writes the backup. */
  version: string;
  now?: () => Date;
};

const BATCH = 500;

/**
 * Exports all data of the given organisations as JSON lines from one snapshot of the database.
 *
 * It changes nothing and blocks no other process. The last line contains the digest of all preceding lines, so
 * that a truncated or changed file is detected.
 */
export async function* exportBackup(source: BackupSource): AsyncGenerator<string, void, void> {
  const digest = createHash("sha256");
  let lines = 0;
  for await (const text of backupLines(source)) {
    const line = `${text}\n`;
    digest.update(line);
    lines += 1;
    yield line;
  }
  yield `${JSON.stringify({ end: { lines, sha256: digest.digest("hex") } })}\n`;
}

async function* backupLines(source: BackupSource): AsyncGenerator<string, void, void> {
  const { pool, orgs, version, now = () => new Date() } = source;
  const client = await pool.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const tables = await truthTables(client);
    const at = now().toISOString();
    yield JSON.stringify({ format: "countersign/backup/1", at, version, orgs });
    for (const org of orgs) {
      await client.query("SELECT set_config('countersign.org', $1, true)", [org]);
      for (const table of tables) yield* tableRows(client, org, table);
      const archived = [...(await readArchivedMonths({ client, org })).keys()];
      if (archived.length > 0)
        yield* tableRows(client, org, await tasksTable(client), withoutLog(archived));
      yield* logHeads(client, org, withoutLog(archived));
      for (const job of await unfinishedJobs(client, org)) yield JSON.stringify({ job });
    }
    await client.query("COMMIT");
  } finally {
    client.release(true);
  }
}

async function* tableRows(
  client: PoolClient,
  org: string,
  { name, columns, order }: StoredTable,
  condition = "true",
): AsyncGenerator<string, void, void> {
  const quote = (column: string) => client.escapeIdentifier(column);
  const select = `SELECT to_jsonb(r)::text AS text FROM (
      SELECT ${columns.map(quote).join(", ")} FROM countersign.${quote(name)}
       WHERE org_id = ${client.escapeLiteral(org)} AND ${condition} ORDER BY ${order.map(quote).join(", ")}) r`;
  for await (const { text } of readAll<{ text: string }>(client, select))
    yield `{"table":${JSON.stringify(name)},"row":${text}}`;
}

/** SQL for the tasks whose log is archived. Their state cannot be rebuilt, so their rows are backed up. */
function withoutLog(archived: readonly string[]): string {
  if (archived.length === 0) return "false";
  const days = archived.map((month) => `'${month}-01'`).join(", ");
  return `tasks.opened IN (${days}) AND NOT EXISTS (SELECT FROM countersign.events e
    WHERE e.org_id = tasks.org_id AND e.task_id = tasks.task_id AND e.opened = tasks.opened)`;
}

/** Yields the end of each log: the organisation's own first, then those of its tasks. */
async function* logHeads(
  client: PoolClient,
  org: string,
  isArchived: string,
): AsyncGenerator<string, void, void> {
  const ours = `org_id = ${client.escapeLiteral(org)}`;
  const select = `(SELECT task_id AS task, seq, hash FROM countersign.events
                    WHERE ${ours} AND opened = '${NO_MONTH}'
                      AND task_id = ${client.escapeLiteral(ORGANISATION_LOG)}
                    ORDER BY seq DESC LIMIT 1)
                  UNION ALL
                  (SELECT task_id, seq, head_hash FROM countersign.tasks
                    WHERE ${ours} AND NOT (${isArchived}) ORDER BY task_id)`;
  for await (const head of readAll<object>(client, select))
    yield JSON.stringify({ head: { org, ...head } });
}

/** Reads rows in batches. */
async function* readAll<Row extends object>(
  client: PoolClient,
  select: string,
): AsyncGenerator<Row, void, void> {
  await client.query(`DECLARE backup NO SCROLL CURSOR FOR ${select}`);
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH ${BATCH} FROM backup`);
    yield* rows;
    if (rows.length < BATCH) break;
  }
  await client.query("CLOSE backup");
}
