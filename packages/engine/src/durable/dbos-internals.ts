import { DBOSExecutor } from "@dbos-inc/dbos-sdk/internal/dbos-executor";
import { ensureSystemDatabase } from "@dbos-inc/dbos-sdk/internal/system_database";
import { GlobalLogger } from "@dbos-inc/dbos-sdk/internal/telemetry/logs";
import { dbRetryConfig } from "@dbos-inc/dbos-sdk/internal/utils";
import { wfQueueRunner } from "@dbos-inc/dbos-sdk/internal/wfqueue";
import { Pool } from "pg";
import { dbosLogger } from "./dbos-logger.ts";
import type { Pace } from "./pace.ts";

/*
 * Uses DBOS internals that have no public API. The version is pinned; check this file first when upgrading.
 */

/** Like `DBOS.migrate`, but without console output. */
export async function runDbosMigrations(ownerUrl: string): Promise<void> {
  const pool = new Pool({ connectionString: ownerUrl, max: 1 });
  const logger = new GlobalLogger(undefined, { logger: dbosLogger(() => undefined) });
  try {
    await ensureSystemDatabase(ownerUrl, logger, pool);
  } finally {
    await pool.end();
  }
}

/**
 * Returns the running jobs of dead executors to their queues, in one statement each.
 *
 * The public `resumeWorkflows` also resets the attempt count, so a job that kills its worker would kill one
 * worker after another indefinitely.
 */
export async function recoverExecutorJobs(executors: readonly string[]): Promise<number> {
  const recovered = await DBOSExecutor.globalInstance?.recoverPendingWorkflows([...executors]);
  return recovered?.length ?? 0;
}

/** Returns true while this process handles a job, from its claim to its recorded end. */
export function isAtWorkHere(id: string): boolean {
  return DBOSExecutor.globalInstance?.systemDatabase.checkForRunningWorkflow(id) ?? false;
}

/** Makes DBOS retry a lost database connection often. By default it waits up to a minute between attempts. */
export function retryDatabaseOften(): void {
  dbRetryConfig.initialBackoffSec = 0.1;
  dbRetryConfig.maxBackoffSec = 1;
}

const dispatchOnce = wfQueueRunner.dispatchLoop.bind(wfQueueRunner);

export type Dispatch = {
  /** Restarts the loop with the machine's current clock. */
  restart(): void;
  /** Allows the loop to end when DBOS stops it. */
  close(): void;
};

/**
 * Makes the queue polling loop restartable. Call before every launch.
 *
 * The loop schedules its next poll by the machine's clock, so setting the clock back by three days would stop
 * it for three days.
 */
export function restartableDispatch(): Dispatch {
  let again = false;
  let closed = false;
  wfQueueRunner.dispatchLoop = async (...given) => {
    do {
      again = false;
      await dispatchOnce(...given);
    } while (again && !closed);
  };
  return {
    restart() {
      again = true;
      wfQueueRunner.stop();
    },
    close() {
      closed = true;
    },
  };
}

/**
 * Skips polls that are not due without querying the database. Call after every launch.
 *
 * DBOS has only one interval for busy and idle queues.
 */
export function paceDispatch(pace: Pace): void {
  const database = DBOSExecutor.globalInstance?.systemDatabase;
  if (database === undefined) return;
  const claim = database.findAndMarkStartableWorkflows.bind(database);
  const claimHeads = database.findAndMarkStartablePartitionedWorkflows.bind(database);
  const partitions = database.getQueuePartitions.bind(database);
  const noting = async (queue: string, claimed: Promise<string[]>): Promise<string[]> => {
    const ids = await claimed;
    if (ids.length > 0) pace.expect([queue]); // more jobs may be waiting
    return ids;
  };
  database.getQueuePartitions = async (queue) => (pace.isDue(queue) ? partitions(queue) : []);
  database.findAndMarkStartablePartitionedWorkflows = async (queue, ...more) =>
    pace.isDue(queue.name) ? noting(queue.name, claimHeads(queue, ...more)) : [];
  database.findAndMarkStartableWorkflows = async (queue, executor, version, partition, ...more) => {
    const isDue = partition !== undefined || pace.isDue(queue.name);
    return isDue ? noting(queue.name, claim(queue, executor, version, partition, ...more)) : [];
  };
}
