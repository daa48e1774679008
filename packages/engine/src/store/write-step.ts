import type { Step, Task } from "@countersign/core";
import { turnOf, waitingSeats } from "@countersign/core";
import type { Session } from "../platform/transact.ts";
import { type CommandReceipt, throwReusedKey } from "./command-keys.ts";
import { type ChainedEntry, chainEntries, NO_HASH } from "./organisation/hash-chain.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";

/*
 * One statement, because every command needs it, and prepared, because planning costs more than running it.
 * Rows are passed in log order, so that the stream keeps that order.
 */
const KEEP = `INSERT INTO countersign.commands (org_id, speaker, key, body_hash, response)
  VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING key`;

const LOG = `INSERT INTO countersign.events
    (org_id, task_id, seq, at, actor, body, prev_hash, hash)
  SELECT $1, $6, e.seq, e.at, e.actor, e.body, e.prev_hash, e.hash
    FROM jsonb_to_recordset($7::jsonb) AS e(seq integer, at timestamptz, actor text, body jsonb,
                                            prev_hash text, hash text)
   ORDER BY e.seq`;

export const TASK_COLUMNS = `org_id, task_id, seq, head_hash, state, turn_holder, turn_who, gate,
  priority, title, repo, updated, body, open_seats`;

const ADD = `INSERT INTO countersign.tasks (${TASK_COLUMNS})
  VALUES ($1, $6, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`;

const CHANGE = `UPDATE countersign.tasks
    SET seq = $8, head_hash = $9, state = $10, turn_holder = $11, turn_who = $12, gate = $13,
        priority = $14, title = $15, repo = $16, updated = $17, body = $18,
        open_seats = $19
  WHERE org_id = $1 AND task_id = $6`;

const STATEMENTS = {
  keep: { name: "keep_answer", text: KEEP },
  add: { name: "add_task", text: together(ADD) },
  change: { name: "change_task", text: together(CHANGE) },
} as const;

function together(projection: string): string {
  return `WITH kept AS (${KEEP}), logged AS (${LOG}), projected AS (${projection})
    SELECT key FROM kept`;
}

/**
 * Appends a step's events to the log, updates the projection and stores the answer.
 *
 * Stores nothing if the same speaker used the key for another task in the meantime.
 */
export async function writeStep(
  { client }: Session,
  { org, speaker, key, bodyHash }: CommandReceipt,
  head: string | null,
  { task, log }: Step,
  answer: CommandAnswer,
  nowMs: number,
): Promise<void> {
  const chained = chainEntries(org, task.id, head ?? NO_HASH, log);
  const headHash = chained.at(-1)?.hash;
  const kept = [org, speaker, key, bodyHash, JSON.stringify(answer)];
  const { rowCount } = await client.query(
    headHash === undefined
      ? { ...STATEMENTS.keep, values: kept }
      : {
          ...(head === null ? STATEMENTS.add : STATEMENTS.change),
          values: [...kept, task.id, eventRows(chained), ...taskRow(task, headHash, nowMs)],
        },
  );
  if (rowCount === 0) throwReusedKey(key);
}

function eventRows(chained: readonly ChainedEntry[]): string {
  return JSON.stringify(
    chained.map(({ seq, atMs, by, event, prevHash, hash }) => ({
      seq,
      at: new Date(atMs),
      actor: by,
      body: event,
      prev_hash: prevHash,
      hash,
    })),
  );
}

/** The values of the projection's columns after the organisation and task id, in column order. */
export function taskRow(task: Task, headHash: string, nowMs: number): unknown[] {
  const turn = turnOf(task);
  return [
    task.seq,
    headHash,
    task.phase.is,
    turn.holder,
    turn.who,
    task.round?.decision?.gate ?? null,
    task.priority,
    task.title,
    task.repo,
    new Date(nowMs).toISOString(),
    JSON.stringify(task),
    waitingSeats(task).map(({ actor }) => actor),
  ];
}
