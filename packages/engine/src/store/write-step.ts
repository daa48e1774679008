import type { Step, Task } from "@countersign/core";
import { dueMs, listFacts, searchedPaths, turnOf, waitingSeats } from "@countersign/core";
import { DatabaseError, type QueryConfig } from "pg";
import { type CommandReceipt, reusedKey } from "./command-keys.ts";
import type { LockedTask } from "./locked-rows.ts";
import { monthAt } from "./log-months.ts";
import { type ChainedEntry, chainEntries, NO_HASH } from "./organisation/hash-chain.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";
import { plannedPart, withoutPlanned } from "./schema/task-body.ts";

/*
 * One statement, because every command needs it, and prepared, because planning costs more than running it.
 * Rows are passed in log order, so that the stream keeps that order. A key that is used twice fails, because the
 * commit follows without waiting.
 */
const KEEP = `INSERT INTO countersign.commands (org_id, speaker, key, body_hash, response)
  SELECT $1, k.speaker, k.key, k.body_hash, k.response
    FROM jsonb_to_recordset($2::jsonb) AS k(speaker text, key text, body_hash text, response jsonb)`;

const LOG = `INSERT INTO countersign.events
    (org_id, task_id, opened, seq, at, actor, body, prev_hash, hash)
  SELECT $1, $3, $5::date, e.seq, e.at, e.actor, e.body, e.prev_hash, e.hash
    FROM jsonb_to_recordset($4::jsonb) AS e(seq integer, at timestamptz, actor text, body jsonb,
                                            prev_hash text, hash text)
   ORDER BY e.seq`;

export const TASK_COLUMNS = `org_id, task_id, opened, seq, head_hash, state, turn_holder, turn_who, gate,
  priority, title, repo, updated, body, open_seats, due, list_facts, turn_since, planned, planned_hash, paths`;

const ADD = `INSERT INTO countersign.tasks (${TASK_COLUMNS})
  VALUES ($1, $3, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
          $19, $15, $20, $21, $22)`;

/** Leaves the planned part as it is. */
const CHANGE = `UPDATE countersign.tasks
    SET seq = $6, head_hash = $7, state = $8, turn_holder = $9, turn_who = $10, gate = $11,
        priority = $12, title = $13, repo = $14, updated = $15, body = $16,
        open_seats = $17, due = $18, list_facts = $19,
        turn_since = CASE WHEN turn_holder = $9 AND turn_who IS NOT DISTINCT FROM $10
                          THEN coalesce(turn_since, updated) ELSE $15 END
  WHERE org_id = $1 AND task_id = $3`;

const REPLAN = CHANGE.replace(
  "due = $18",
  "due = $18, planned = $20, planned_hash = $21, paths = $22",
);

const STATEMENTS = {
  keep: { name: "keep_answers", text: KEEP },
  add: { name: "add_task", text: together(ADD) },
  change: { name: "change_task", text: together(CHANGE) },
  replan: { name: "change_planned_task", text: together(REPLAN) },
} as const;

function together(projection: string): string {
  return `WITH kept AS (${KEEP}), logged AS (${LOG}) ${projection}`;
}

/** A command's step, with the answer to store under its key. */
export type WrittenStep = {
  receipt: CommandReceipt;
  step: Step;
  answer: CommandAnswer;
  nowMs: number;
  /** The attempt limit of the policy. */
  attempts: number;
};

/**
 * Returns the statement that appends the events of the steps to the log, updates the projection and stores the
 * answers.
 */
export function writeStatement(
  org: string,
  before: LockedTask | null,
  steps: readonly [WrittenStep, ...WrittenStep[]],
): QueryConfig {
  const { step, ...moment } = steps.at(-1) ?? steps[0];
  const { task } = step;
  const log = steps.flatMap((one) => one.step.log);
  const chained = chainEntries(org, task.id, before?.headHash ?? NO_HASH, log);
  const headHash = chained.at(-1)?.hash;
  const kept = [org, answerRows(steps)];
  if (headHash === undefined) return { ...STATEMENTS.keep, values: kept };
  const month = before?.opened ?? monthAt(moment.nowMs);
  const state = stateRow(task, headHash, moment);
  const written = [...kept, task.id, eventRows(chained), month, ...state];
  if (before !== null && hasSamePlan(before, task))
    return { ...STATEMENTS.change, values: written };
  return {
    ...(before === null ? STATEMENTS.add : STATEMENTS.replan),
    values: [...written, ...plannedRow(task, headHash)],
  };
}

/**
 * Returns true if the planned part of a locked task is stored in its own column and the steps left it alone. The
 * core passes on what it does not change.
 */
function hasSamePlan({ task, plannedHash }: LockedTask, after: Task): boolean {
  const [was, is] = [plannedPart(task), plannedPart(after)];
  if (was === null || plannedHash === null) return was === null && is === null;
  return was.facts === is?.facts && was.plan === is.plan;
}

const KEYS = "commands_org_id_speaker_key_pk";

/** Explains a failed write: another task got an answer under the same key in the meantime. */
export function explainWrite(error: unknown, steps: readonly WrittenStep[]): unknown {
  const isReused = error instanceof DatabaseError && error.constraint === KEYS;
  return isReused ? reusedKey(steps.map(({ receipt }) => receipt.key).join(", ")) : error;
}

function answerRows(steps: readonly WrittenStep[]): string {
  return JSON.stringify(
    steps.map(({ receipt: { speaker, key, bodyHash }, answer }) => ({
      speaker,
      key,
      body_hash: bodyHash,
      response: answer,
    })),
  );
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

/** When a state was reached, and the policy's attempt limit then. Null if it is unknown. */
type StateMoment = { nowMs: number; attempts: number | null };

/** The values of the projection's columns after the organisation, task id and month, in column order. */
export function taskRow(
  task: Task,
  headHash: string,
  { turnSinceMs, ...moment }: StateMoment & { turnSinceMs: number },
): unknown[] {
  const since = new Date(turnSinceMs).toISOString();
  return [...stateRow(task, headHash, moment), since, ...plannedRow(task, headHash)];
}

function plannedRow(task: Task, headHash: string): unknown[] {
  const part = plannedPart(task);
  return part === null ? [null, null, null] : [JSON.stringify(part), headHash, searchedPaths(task)];
}

function stateRow(task: Task, headHash: string, { nowMs, attempts }: StateMoment): unknown[] {
  const turn = turnOf(task);
  const due = dueMs(task);
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
    JSON.stringify(withoutPlanned(task)),
    waitingSeats(task).map(({ actor }) => actor),
    due === null ? null : new Date(due).toISOString(),
    JSON.stringify(listFacts(task, attempts)),
  ];
}
