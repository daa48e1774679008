import { statfs } from "node:fs/promises";
import type { benchPool } from "../../../packages/engine/src/testing/bench-server.ts";
import { withoutIndexes } from "./without-indexes.ts";

type Pool = ReturnType<typeof benchPool>;

const TABLES = ["countersign.events", "countersign.tasks", "countersign.commands"];
const BATCH = 20_000;
/** Disk space of one task with its log and answers, its indexes, and the write-ahead log until a checkpoint. */
const BYTES_PER_TASK = 50_000;

/** Returns an id in a pseudo-random order, like that of real ids: multiplication permutes 32 bits. */
const ID = "'cs-h' || lpad(to_hex((n * 2654435761) & 4294967295), 8, '0')";

/** The rows of one finished task. Bodies are copied as stored: no command reads those of another task. */
const PATTERNS = [
  "CREATE TEMP TABLE pattern_event AS SELECT * FROM countersign.events WHERE task_id = $1",
  "CREATE TEMP TABLE pattern_task AS SELECT * FROM countersign.tasks WHERE task_id = $1",
  "CREATE TEMP TABLE pattern_command AS SELECT * FROM countersign.commands WHERE starts_with(key, $1 || ':')",
];

const EVENT = ["org_id", "task_id", "seq", "at", "actor", "body", "prev_hash", "hash", "opened"];
const AGE = "n * interval '1 second'";

const COPIES = [
  copyOf(
    `countersign.events (${EVENT.join()}, position)`,
    "event",
    `'task_id', ${ID}, 'at', p.at - ${AGE}`,
    `${EVENT.map((column) => `copy.${column}`).join()}, nextval('countersign.events_position')`,
  ),
  copyOf("countersign.tasks", "task", `'task_id', ${ID}, 'updated', p.updated - ${AGE}`),
  copyOf("countersign.commands", "command", `'key', ${ID} || ':' || p.key, 'at', p.at - ${AGE}`),
];

/** Projection rows alone, with short bodies, for tasks whose log is archived. */
const SHORT = copyOf(
  "countersign.tasks",
  "task",
  `'task_id', ${ID}, 'updated', p.updated - ${AGE}, 'body', jsonb_build_object('id', n), 'planned', NULL`,
);

function copyOf(table: string, pattern: string, changed: string, columns = "copy.*"): string {
  return `INSERT INTO ${table}
    SELECT ${columns}
      FROM generate_series($1::bigint, $2::bigint) AS n, pattern_${pattern} p,
           LATERAL jsonb_populate_record(p, jsonb_build_object(${changed})) AS copy`;
}

/** Copies a finished task with its whole log and its answers, and adds rows without a log. */
export async function seedHistory(
  owner: Pool,
  pattern: string,
  { full, short }: { full: number; short: number },
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query("SET session_replication_role = replica"); // no triggers
    await client.query("SET synchronous_commit = off");
    for (const create of PATTERNS)
      await client.query(create.replaceAll("$1", client.escapeLiteral(pattern)));
    await withoutIndexes(client, TABLES, async () => {
      await inBatches(1, full, async (from, to) => {
        for (const copy of COPIES) await client.query(copy, [from, to]);
      });
      await inBatches(full + 1, full + short, (from, to) => client.query(SHORT, [from, to]));
    });
    for (const table of TABLES) await client.query(`VACUUM ANALYZE ${table}`);
    await client.query("CHECKPOINT");
  } finally {
    client.release(true); // discards the settings
  }
}

async function inBatches(
  first: number,
  last: number,
  work: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = first; from <= last; from += BATCH)
    await work(from, Math.min(last, from + BATCH - 1));
}

/** Refuses more tasks than half of the free disk holds. */
export async function requireDisk(directory: string, tasks: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const most = Math.floor((bavail * bsize) / 2 / BYTES_PER_TASK);
  if (tasks > most) throw new Error(`The disk has space for ${most} tasks`);
}
