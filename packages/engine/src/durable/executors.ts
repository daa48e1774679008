import type { Pool } from "pg";
import { isAtWorkHere, recoverExecutorJobs } from "./dbos-internals.ts";
import { DATABASE_NOW_MS, MAX_RECOVERIES, WORKFLOW } from "./names.ts";

/** Records that an executor is alive now. */
export async function recordHeartbeat(pool: Pool, executor: string): Promise<void> {
  await pool.query(
    `INSERT INTO countersign_durable.executors (id) VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET beat = clock_timestamp()`,
    [executor],
  );
}

/** Removes an executor that is gone and left no unfinished jobs. */
export async function removeExecutor(pool: Pool, executor: string): Promise<void> {
  await pool.query("DELETE FROM countersign_durable.executors WHERE id = $1", [executor]);
}

export type TakeoverResult = {
  /** Jobs that can start again at once. */
  taken: number;
  /** Jobs postponed because too many workers died running them. */
  putOff: number;
};

/** Returns the unfinished jobs of executors without a heartbeat to the queue. */
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
  const putOff = await postponeKillerJobs(pool, dead, putOffMs);
  return { taken: await recoverExecutorJobs(dead), putOff };
}

/**
 * Postpones jobs that too many workers died running. They are never dropped: workers that are killed, for
 * example on a machine without memory, must not decide what gets done.
 */
async function postponeKillerJobs(
  pool: Pool,
  dead: readonly string[],
  putOffMs: number,
): Promise<number> {
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
 * Releases jobs that this executor has claimed but does not run, and returns their number.
 *
 * If a connection breaks during a claim, the database may have recorded it without the executor knowing. A
 * row that can never start, because we did not write it and it has no input, is eventually given up.
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
