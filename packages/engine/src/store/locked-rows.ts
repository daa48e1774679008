import { CountersignError, TaskId } from "@countersign/core";
import { escapeLiteral, type QueryResult } from "pg";
import { z } from "zod";
import type { Session } from "../platform/transact.ts";
import { type CommandReceipt, throwReusedKey } from "./command-keys.ts";
import {
  CONTEXT_COLUMNS,
  CONTEXT_SOURCES,
  ContextColumns,
  type ContextRows,
  contextValues,
  withRoster,
} from "./context-rows.ts";
import { UNKNOWN_SPEAKER } from "./names/speaker.ts";
import type { KnownPart } from "./planned-cache.ts";
import type { RosterCache } from "./rosters.ts";
import type { CommandAnswer } from "./schema/command-answer.ts";
import { joinPlanned, type PlannedPart, type TaskBody } from "./schema/task-body.ts";
import type { StoredTask } from "./tasks/task-rows.ts";

/**
 * Returns the SQL that locks a task's row until the transaction ends and reads it. A task that does not exist has
 * no row, so its name is locked. It is sent with the beginning of the transaction, which takes no parameters.
 * The planned part is read unless it is the known one.
 */
export function lockSql(
  org: string,
  taskId: string,
  isNew: boolean,
  known: KnownPart | null,
): string {
  if (!TaskId.safeParse(taskId).success) return refuseId(taskId, isNew);
  const [inOrg, name] = [escapeLiteral(org), escapeLiteral(taskId)];
  const hash = known === null ? "NULL" : escapeLiteral(known.hash);
  const row = `SELECT seq, head_hash, body, planned_hash, opened::text,
                      CASE WHEN planned_hash = ${hash} THEN NULL ELSE planned END AS planned
                 FROM countersign.tasks
                WHERE org_id = ${inOrg} AND task_id = ${name} FOR UPDATE`;
  if (!isNew) return row;
  const key = escapeLiteral(`${org}/${taskId}`);
  return `SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0)); ${row}`;
}

function refuseId(taskId: string, isNew: boolean): never {
  if (!isNew) return notFound(taskId);
  throw new CountersignError("invalid_input", `${taskId} is not the id of the new task`);
}

export function notFound(taskId: string): never {
  throw new CountersignError("not_found", `There is no task ${taskId}`);
}

type LockedRow = {
  seq: number;
  head_hash: string;
  body: TaskBody;
  planned_hash: string | null;
  planned: PlannedPart | null;
  opened: string;
};

/**
 * A locked task, the month of its log, and the name of its planned part. Null if that is still in the body, or if
 * there is none.
 */
export type LockedTask = StoredTask & { plannedHash: string | null; opened: string };

/** Returns the task that `lockSql` read. Null if there is none. */
export function lockedTask(
  opened: readonly QueryResult[],
  known: KnownPart | null,
): LockedTask | null {
  const row: LockedRow | undefined = opened.at(-1)?.rows[0];
  if (row === undefined) return null;
  const { seq, head_hash: headHash, body, planned_hash: plannedHash } = row;
  const isKnown = known !== null && known.hash === plannedHash;
  return {
    task: joinPlanned(body, isKnown ? known.part : row.planned),
    seq,
    headHash,
    plannedHash,
    opened: row.opened,
  };
}

/** Selects the last entry of a task: $1 organisation, $2 task, and the month of its log. */
function headSql(month: string): string {
  return `SELECT json_build_object('seq', seq, 'hash', hash) AS head FROM countersign.events
    WHERE org_id = $1 AND task_id = $2 AND opened = ${month}::date ORDER BY seq DESC LIMIT 1`;
}

/*
 * A statement after the lock, so that it sees what the previous command committed: earlier answers under these
 * keys, the end of the log and the context. $6 speakers, $7 keys, $8 hashes of the bodies, $9 month of the log.
 *
 * Answers from releases without speakers are also matched by body, because another client may have used the same
 * key for something else.
 */
const READ = {
  name: "read_locked_rows",
  text: `WITH ${CONTEXT_SOURCES}
    SELECT
      (SELECT coalesce(json_agg(json_build_object('key', k.key, 'speaker', k.speaker,
                'bodyHash', c.body_hash, 'response', c.response)), '[]')
         FROM unnest($6::text[], $7::text[], $8::text[]) AS k(speaker, key, body_hash)
        CROSS JOIN LATERAL (
          SELECT body_hash, response FROM countersign.commands
           WHERE org_id = $1 AND key = k.key AND speaker IN (k.speaker, '${UNKNOWN_SPEAKER}')
             AND (speaker = k.speaker OR body_hash = k.body_hash)
           ORDER BY speaker = k.speaker DESC LIMIT 1) c) AS answers,
      (${headSql("$9")}) AS head,
      ${CONTEXT_COLUMNS}`,
};

const READ_HEAD = { name: "read_log_head", text: headSql("$3") };

const Head = z.object({ seq: z.number(), hash: z.string() }).nullable();

const LockedColumns = ContextColumns.extend({
  answers: z.array(
    z.object({
      key: z.string(),
      speaker: z.string(),
      bodyHash: z.string(),
      response: z.custom<CommandAnswer>(),
    }),
  ),
  head: Head,
});

/** The rows that the commands on one task need, read while it is locked. */
export type LockedRows = ContextRows & Pick<z.infer<typeof LockedColumns>, "answers" | "head">;

/** What to read: for a new task the repository, and the month in which the log is expected. */
type LockedQuery = {
  taskId: string;
  repo: string;
  month: string;
  receipts: readonly CommandReceipt[];
};

export async function readLockedRows(
  { client, org }: Session,
  { taskId, repo, month, receipts }: LockedQuery,
  rosters: RosterCache,
): Promise<LockedRows> {
  const known = rosters.known(org);
  const speakers = receipts.map(({ speaker }) => speaker);
  const keys = receipts.map(({ key }) => key);
  const hashes = receipts.map(({ bodyHash }) => bodyHash);
  const values = [...contextValues(org, taskId, repo, known), speakers, keys, hashes, month];
  const { rows } = await client.query({ ...READ, values });
  const columns = LockedColumns.parse(rows[0]);
  return withRoster(columns, rosters.resolve(org, known, columns));
}

/** Reads the last entry of a task's log in a month. Null if there is none. */
export async function readLogHead(
  { client, org }: Session,
  taskId: string,
  month: string,
): Promise<LockedRows["head"]> {
  const { rows } = await client.query({ ...READ_HEAD, values: [org, taskId, month] });
  return Head.parse(rows[0]?.head ?? null);
}

/** Returns the earlier answer to a command, or null. Refuses the same key with another body. */
export function earlierAnswer(
  { answers }: Pick<LockedRows, "answers">,
  { speaker, key, bodyHash }: CommandReceipt,
): CommandAnswer | null {
  const before = answers.find((answer) => answer.key === key && answer.speaker === speaker);
  if (before === undefined) return null;
  return before.bodyHash === bodyHash ? before.response : throwReusedKey(key);
}

/** Refuses a stored state that does not match the end of its log. */
export function requireHead(
  { task, seq, headHash }: StoredTask,
  { head }: Pick<LockedRows, "head">,
): void {
  if (task.seq !== seq || head?.seq !== seq || head.hash !== headHash)
    throw new Error(
      `The stored state of ${task.id} is at entry ${task.seq}, but its log ends at ${head?.seq ?? 0}`,
    );
}
