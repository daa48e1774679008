import type { benchPool } from "../../packages/engine/src/testing/bench-server.ts";

type Pool = ReturnType<typeof benchPool>;

const BATCH = 10_000;

/** Returns the name of a copy. */
export function cloneName(number: number): string {
  return `cs-w${String(number).padStart(7, "0")}`;
}

/**
 * The rows of one task, stored separately before copying: otherwise each copy would search all
 * previous copies. Contains only the end of the log, because a waiting task reads nothing else.
 */
const PATTERNS = [
  `CREATE TEMP TABLE pattern_task AS SELECT t.* FROM countersign.tasks t WHERE t.task_id = $1`,
  `CREATE TEMP TABLE pattern_event AS SELECT e.* FROM countersign.events e
     JOIN countersign.tasks t USING (org_id, task_id, seq) WHERE t.task_id = $1`,
  `CREATE TEMP TABLE pattern_job AS SELECT j.key, j.run_at, f AS content FROM countersign_queue.jobs j,
     jsonb_object_keys(j.flags) f
    WHERE starts_with(f, '{') AND j.run_at > now() AND j.key LIKE '%:' || $1 || ':%'`,
];

const NAME = "'cs-w' || lpad(n::text, 7, '0')";
const EVENT = ["org_id", "task_id", "seq", "at", "actor", "body", "prev_hash", "hash", "opened"];

const COPIES = [
  copyOf(
    `countersign.events (${EVENT.join()})`,
    "event",
    `'task_id', ${NAME}`,
    EVENT.map((column) => `copy.${column}`).join(),
  ),
  copyOf(
    "countersign.tasks",
    "task",
    `'task_id', ${NAME}, 'body', ${renamed("body::text")}::jsonb`,
  ),
  `SELECT countersign_durable.add_jobs(json_agg(json_build_object(
       'id', ${renamed("key")}, 'queue', 'effects', 'content', ${renamed("content")}::json,
       'delayMs', extract(epoch FROM p.run_at - now()) * 1000)))
     FROM generate_series($2::int, $3::int) AS n, pattern_job p`,
];

function renamed(column: string): string {
  return `replace(p.${column}, $1::text, ${NAME})`;
}

/** Copies each row of the pattern per number and replaces the values that contain the name. */
function copyOf(table: string, pattern: string, changed: string, columns = "copy.*"): string {
  return `INSERT INTO ${table}
    SELECT ${columns}
      FROM generate_series($2::int, $3::int) AS n, pattern_${pattern} p,
           LATERAL jsonb_populate_record(p, jsonb_build_object(${changed})) AS copy
     WHERE $1::text IS NOT NULL`;
}

/** Creates copies of a waiting task with their timers, bypassing all commands. */
export async function cloneTask(owner: Pool, task: string, count: number): Promise<void> {
  const client = await owner.connect();
  try {
    for (const pattern of PATTERNS) await client.query(pattern.replaceAll("$1", quoted(task)));
    for (let from = 1; from <= count; from += BATCH)
      for (const copy of COPIES)
        await client.query(copy, [task, from, Math.min(count, from + BATCH - 1)]);
    await client.query("VACUUM ANALYZE"); // also the queue
  } finally {
    client.release();
  }
}

/** Quotes a task id, because statements that create tables take no parameters. */
function quoted(task: string): string {
  return `'${task.replaceAll("'", "''")}'`;
}
