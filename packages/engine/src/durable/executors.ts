import type { Pool } from "pg";
import { isAtWorkHere, recoverExecutorJobs } from "./dbos-internals.ts";
import { DATABASE_NOW_MS, MAX_RECOVERIES, WORKFLOW } from "./names.ts";

/** Says that an executor is alive, now. */
export async function recordHeartbeat(pool: Pool, executor: string): Promise<void> {
  await pool.query(
    `INSERT INTO countersign_durable.executors (id) VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET beat = clock_timestamp()`,
    [executor],
  );
}

/** An executor that is gone and left nothing undone. */
export async function forget(pool: Pool, executor: string): Promise<void> {
  await pool.query("DELETE FROM countersign_durable.executors WHERE id = $1", [executor]);
}

export type TakeoverResult = {
  /** Can be begun again at once. */
  taken: number;
  /** Too many workers have died over it: the next shall live for a while. */
  putOff: number;
};

/** Gives back to the queue what other executors had begun that no longer beat. */
export async function takeOverJobs(
  pool: Pool,
  self: string,
  { deadAfterMs, putOffMs }: { deadAfterMs: number; putOffMs: number },
): Promise<TakeoverResult> {
  const { rows } = await pool.query<{ executor: string }>(
    `SELECT DISTINCT executor_id AS executor FROM dbos.workflow_status s
      WHERE status = 'PENDING' AND name = $1 AND executor_id <> $3
        AND NOT EXISTS (SELECT FROM countersign_durable.executors e
                         WHERE e.id = s.executor_id
                           AND e.beat > clock_timestamp() - $2 * interval '1 ms')`,
    [WORKFLOW, deadAfterMs, self],
  );
  const dead = rows.map(({ executor }) => executor);
  if (dead.length === 0) return { taken: 0, putOff: 0 };
  const putOff = await putOffWorn(pool, dead, putOffMs);
  return { taken: await recoverExecutorJobs(dead), putOff };
}

/**
 * Lets what too many workers have died over wait. It is never given up: whoever cuts off one worker after
 * the other, be it a machine without memory, does not decide what is done.
 */
async function putOffWorn(pool: Pool, dead: readonly string[], putOffMs: number): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE dbos.workflow_status
        SET status = 'DELAYED', delay_until_epoch_ms = ${DATABASE_NOW_MS} + $3::bigint,
            owner_xid = NULL, started_at_epoch_ms = NULL, updated_at = ${DATABASE_NOW_MS}
      WHERE status = 'PENDING' AND name = $1 AND executor_id = ANY($2)
        AND queue_name IS NOT NULL AND recovery_attempts > $4`,
    [WORKFLOW, dead, putOffMs, MAX_RECOVERIES],
  );
  return rowCount ?? 0;
}

/**
 * Gives back what this executor has claimed and is not at; answers with how much.
 *
 * When a connection breaks during the claim, the database has noted it and nobody has heard of it. A row
 * that can never be begun, because it was not written by us and has no input, is given up in the end.
 */
export async function releaseOrphanedClaims(
  pool: Pool,
  executor: string,
  afterMs: number,
): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT workflow_uuid AS id FROM dbos.workflow_status
      WHERE status = 'PENDING' AND name = $1 AND executor_id = $2
        AND started_at_epoch_ms < ${DATABASE_NOW_MS} - $3::bigint`,
    [WORKFLOW, executor, afterMs],
  );
  const unheard = rows.map(({ id }) => id).filter((id) => !isAtWorkHere(id));
  if (unheard.length === 0) return 0;
  const { rowCount } = await pool.query(
    `UPDATE dbos.workflow_status
        SET status = CASE WHEN hopeless THEN 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' ELSE 'ENQUEUED' END,
            completed_at = CASE WHEN hopeless THEN ${DATABASE_NOW_MS} END,
            owner_xid = NULL, started_at_epoch_ms = NULL, updated_at = ${DATABASE_NOW_MS}
       FROM (SELECT workflow_uuid AS id,
                    recovery_attempts > $3 AND NOT EXISTS (
                      SELECT FROM dbos.workflow_input i WHERE i.workflow_uuid = s.workflow_uuid
                    ) AS hopeless
               FROM dbos.workflow_status s WHERE workflow_uuid = ANY($1)) AS seen
      WHERE workflow_uuid = seen.id AND status = 'PENDING' AND executor_id = $2`,
    [unheard, executor, MAX_RECOVERIES],
  );
  return rowCount ?? 0;
}
