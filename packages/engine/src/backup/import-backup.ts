import { createHash } from "node:crypto";
import { CountersignError, fold, turnSinceMs } from "@countersign/core";
import type { Pool, PoolClient } from "pg";
import { readClock } from "../platform/read-clock.ts";
import { createSession } from "../platform/transact.ts";
import type { EffectQueue } from "../ports/effect-queue.ts";
import { findFault } from "../store/organisation/hash-chain.ts";
import { ORGANISATION_LOG } from "../store/organisation/organisation-log.ts";
import { prepareMonths } from "../store/prepare-months.ts";
import { NO_MONTH } from "../store/schema/columns.ts";
import { readLog } from "../store/tasks/event-log.ts";
import { TASK_COLUMNS, taskRow } from "../store/write-step.ts";
import type { Head, UnfinishedJob } from "./backup-format.ts";
import { BackupHeader, BackupLine, damagedBackup } from "./backup-format.ts";
import { checkArchived } from "./check-archived.ts";
import { tasksTable, truthTables, usedTables } from "./tables.ts";
import { createRowWriter, type RowWriter, setCurrentOrg } from "./write-rows.ts";

export type RestoreResult = {
  orgs: readonly string[];
  tasks: number;
  events: number;
  jobs: number;
};

type Target = { pool: Pool; queue: Pick<EffectQueue, "enqueue"> };
type BackupContent = { heads: Head[]; jobs: UnfinishedJob[]; events: number };

/**
 * Imports a backup into an empty database in one transaction. `open` is called twice.
 *
 * Every hash chain is verified and every task is rebuilt from its log. Timers keep their time; overdue ones fire
 * at once.
 */
export async function importBackup(
  { pool, queue }: Target,
  open: () => AsyncIterable<string>,
): Promise<RestoreResult> {
  const { orgs } = await checkBackup(open());
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await requireEmpty(client);
    const tables = [...(await truthTables(client)), await tasksTable(client)];
    const writer = createRowWriter(client, tables);
    const { heads, jobs, events } = await writeRows(open(), writer);
    await prepareMonths(client);
    let archived = 0;
    for (const org of orgs) archived += await checkArchived(client, org);
    for (const head of heads) await project(client, head);
    await enqueue(client, queue, jobs);
    await client.query("COMMIT");
    const rebuilt = heads.filter(({ task }) => task !== ORGANISATION_LOG).length;
    return { orgs, tasks: rebuilt + archived, events, jobs: jobs.length };
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release(true);
  }
}

async function requireEmpty(client: PoolClient): Promise<void> {
  const used = await usedTables(client);
  if (used.length > 0)
    throw new CountersignError("wrong_state", "The database is not empty", {
      hint: "Restore into an empty database.",
      details: { tables: used.join(", ") },
    });
}

/** Writes the rows of a table. Returns log ends and jobs, which follow after all rows. */
async function writeRows(lines: AsyncIterable<string>, writer: RowWriter): Promise<BackupContent> {
  const found: BackupContent = { heads: [], jobs: [], events: 0 };
  let number = 0;
  for await (const text of lines) {
    number += 1;
    if (number === 1) continue; // the header
    const line = readLine(text, number);
    if ("head" in line) found.heads.push(line.head);
    if ("job" in line) found.jobs.push(line.job);
    if (!("table" in line)) continue;
    await writer.add(line.table, line.row);
    if (line.table === "events") found.events += 1;
  }
  await writer.flush();
  return found;
}

/** Verifies a stored log and rebuilds the state of its task. */
async function project(client: PoolClient, { org, task, seq, hash }: Head): Promise<void> {
  await setCurrentOrg(client, org);
  const month = await firstMonth(client, org, task);
  const log = await readLog(createSession(client, org), task, 1, month);
  const fault = findFault(org, task, log, { seq, hash });
  if (fault !== null)
    throw damagedBackup(`the log of ${task} is wrong at ${fault.seq}: ${fault.why}`);
  if (task === ORGANISATION_LOG) return; // the organisation's log has no state
  const state = fold(log);
  const moment = {
    nowMs: log.at(-1)?.atMs ?? 0,
    turnSinceMs: turnSinceMs(log),
    attempts: await attemptLimit(client, org, state.repo),
  };
  const row = [org, task, month, ...taskRow(state, hash, moment)];
  const places = row.map((_, index) => `$${index + 1}`).join(", ");
  await client.query(`INSERT INTO countersign.tasks (${TASK_COLUMNS}) VALUES (${places})`, row);
}

/** Reads the limit of the policy in force for a repository. Null if none is. */
async function attemptLimit(client: PoolClient, org: string, repo: string): Promise<number | null> {
  const { rows } = await client.query<{ attempts: number }>(
    `SELECT (p.body->'limits'->>'attempts')::int AS attempts
       FROM countersign.repositories r
       JOIN countersign.policies p ON p.org_id = r.org_id AND p.digest = r.policy_digest
      WHERE r.org_id = $1 AND r.id = $2`,
    [org, repo],
  );
  return rows[0]?.attempts ?? null;
}

/** Reads the month of a log from its first entry. */
async function firstMonth(client: PoolClient, org: string, task: string): Promise<string> {
  const { rows } = await client.query<{ month: string }>(
    `SELECT opened::text AS month FROM countersign.events
      WHERE org_id = $1 AND task_id = $2 AND seq = 1`,
    [org, task],
  );
  return rows[0]?.month ?? NO_MONTH;
}

async function enqueue(
  client: PoolClient,
  queue: Pick<EffectQueue, "enqueue">,
  jobs: readonly UnfinishedJob[],
): Promise<void> {
  const nowMs = await readClock({ client });
  for (const { partition, dueMs, ...job } of jobs) {
    await setCurrentOrg(client, job.org);
    const delayMs = dueMs === null ? 0 : Math.max(0, dueMs - nowMs);
    await queue.enqueue(client, [{ ...job, delayMs, ...(partition !== null && { partition }) }]);
  }
}

/** Reads a whole backup before anything is written, and refuses one that was truncated or changed. */
async function checkBackup(lines: AsyncIterable<string>): Promise<BackupHeader> {
  const digest = createHash("sha256");
  let header: BackupHeader | null = null;
  let count = 0;
  let ended = false;
  for await (const text of lines) {
    if (ended) throw damagedBackup("there is something after its end");
    if (header === null) header = readHeader(text);
    else ended = isEnd(text, count, () => digest.copy().digest("hex"));
    digest.update(`${text}\n`);
    count += 1;
  }
  if (header === null) throw damagedBackup("it is empty");
  if (!ended) throw damagedBackup("its end is missing");
  return header;
}

function readLine(text: string, number: number): BackupLine {
  const read = BackupLine.safeParse(parseJson(text));
  if (!read.success) throw damagedBackup(`line ${number} cannot be read`);
  return read.data;
}

function readHeader(text: string): BackupHeader {
  const read = BackupHeader.safeParse(parseJson(text));
  if (!read.success) throw damagedBackup("it does not start with a backup header");
  return read.data;
}

/** Returns true for the last line. Refuses a last line whose count or digest does not match. */
function isEnd(text: string, count: number, sha256: () => string): boolean {
  const line = readLine(text, count + 1);
  if (!("end" in line)) return false;
  if (line.end.lines !== count || line.end.sha256 !== sha256())
    throw damagedBackup("it was changed after it was written");
  return true;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
