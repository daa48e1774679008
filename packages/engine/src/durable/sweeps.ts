import type { DBOSClient } from "@dbos-inc/dbos-sdk";
import type { Pool } from "pg";
import type { JobWork } from "./do-job.ts";
import { DATABASE_NOW_MS, WORKFLOW } from "./names.ts";

const FINISHED = "'SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'";
const BATCH = 500;
const MAX_BATCHES = 20;
const DAY_MS = 86_400_000;

/** Makes delayed jobs ready once their delay is over by the database clock, and returns their number. */
export async function wakeDelayed(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE dbos.workflow_status SET status = 'ENQUEUED', updated_at = ${DATABASE_NOW_MS}
      WHERE status = 'DELAYED' AND name = $1 AND delay_until_epoch_ms <= ${DATABASE_NOW_MS}`,
    [WORKFLOW],
  );
  return rowCount ?? 0;
}

/**
 * Reports jobs that were given up because no worker could start them, and returns their number.
 *
 * No worker was running them, so the failure was not reported yet. The row's error records that it was.
 */
export async function reportAbandonedJobs(
  pool: Pool,
  onFailed: JobWork["onFailed"],
): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT workflow_uuid AS id FROM dbos.workflow_status
      WHERE status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' AND name = $1 AND error IS NULL
      LIMIT ${BATCH}`,
    [WORKFLOW],
  );
  for (const { id } of rows) {
    const org = id.slice(0, id.indexOf(":"));
    await onFailed({ id, org, kind: "unknown" }, new Error("It has no input"));
  }
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await pool.query(
      "UPDATE dbos.workflow_status SET error = 'told' WHERE workflow_uuid = ANY($1)",
      [ids],
    );
  return ids.length;
}

/** Deletes a bounded batch of jobs that finished long ago. */
export async function forgetFinished(pool: Pool, client: DBOSClient, days: number): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT workflow_uuid AS id FROM dbos.workflow_status
        WHERE completed_at < ${DATABASE_NOW_MS} - $1::bigint AND status IN (${FINISHED})
        ORDER BY completed_at LIMIT ${BATCH}`,
      [Math.round(days * DAY_MS)],
    );
    if (rows.length > 0) await client.deleteWorkflows(rows.map(({ id }) => id));
    if (rows.length < BATCH) break;
  }
  await pool.query(
    "DELETE FROM countersign_durable.executors WHERE beat < clock_timestamp() - interval '1 day'",
  );
}

/**
 * Cancels an organisation's jobs that have not started.
 *
 * Uses its own statement, because the engine's cancel would also stop running jobs. A job that a dead worker
 * started waits again, but it counts as started.
 */
export async function cancelQueuedJobs(
  pool: Pool,
  org: string,
  ids: readonly string[],
): Promise<void> {
  await pool.query(
    `UPDATE dbos.workflow_status
        SET status = 'CANCELLED', owner_xid = NULL, queue_name = NULL, deduplication_id = NULL,
            started_at_epoch_ms = NULL, updated_at = ${DATABASE_NOW_MS},
            completed_at = ${DATABASE_NOW_MS}
      WHERE workflow_uuid = ANY($1) AND starts_with(workflow_uuid, $2 || ':')
        AND status IN ('ENQUEUED', 'DELAYED') AND recovery_attempts = 0`,
    [ids, org],
  );
}
