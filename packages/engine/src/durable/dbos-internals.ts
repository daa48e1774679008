import { DBOSExecutor } from "@dbos-inc/dbos-sdk/internal/dbos-executor";
import { ensureSystemDatabase } from "@dbos-inc/dbos-sdk/internal/system_database";
import { GlobalLogger } from "@dbos-inc/dbos-sdk/internal/telemetry/logs";
import { dbRetryConfig } from "@dbos-inc/dbos-sdk/internal/utils";
import { wfQueueRunner } from "@dbos-inc/dbos-sdk/internal/wfqueue";
import { Pool } from "pg";
import { dbosLogger } from "./dbos-logger.ts";
import type { Pace } from "./pace.ts";

/*
 * What DBOS does not offer in public. The version is pinned; look here first when it is raised.
 */

/** Like `DBOS.migrate`, which would write to the console. */
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
 * Gives the running jobs of dead executors back to their queues, in one statement each.
 *
 * The public `resumeWorkflows` would also reset the count of attempts, and a job that kills its
 * worker would then kill one worker after the other for ever.
 */
export async function recoverExecutorJobs(executors: readonly string[]): Promise<number> {
  const recovered = await DBOSExecutor.globalInstance?.recoverPendingWorkflows([...executors]);
  return recovered?.length ?? 0;
}

/** Whether this process is at a job, from its claim to its recorded end. */
export function isAtWorkHere(id: string): boolean {
  return DBOSExecutor.globalInstance?.systemDatabase.checkForRunningWorkflow(id) ?? false;
}

/** Looks often for a database that is away: by itself DBOS would wait up to a minute between two looks. */
export function lookOftenForDatabase(): void {
  dbRetryConfig.initialBackoffSec = 0.1;
  dbRetryConfig.maxBackoffSec = 1;
}

const dispatchOnce = wfQueueRunner.dispatchLoop.bind(wfQueueRunner);

export type Dispatch = {
  /** Begins again with the machine's clock as it is now. */
  restart(): void;
  /** From now on it ends when it is told to. */
  close(): void;
};

/**
 * Lets the loop that looks into the queues be begun again; called before every launch.
 *
 * It plans its next look by the machine's clock, so that a clock which is set back by three days would
 * keep it asleep for three days.
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
 * Lets polls that are not due find nothing without asking the database; called after every launch.
 *
 * DBOS has one interval for a busy queue and for one at rest.
 */
export function paceDispatch(pace: Pace): void {
  const database = DBOSExecutor.globalInstance?.systemDatabase;
  if (database === undefined) return;
  const claim = database.findAndMarkStartableWorkflows.bind(database);
  const claimHeads = database.findAndMarkStartablePartitionedWorkflows.bind(database);
  const partitions = database.getQueuePartitions.bind(database);
  const noting = async (queue: string, claimed: Promise<string[]>): Promise<string[]> => {
    const ids = await claimed;
    if (ids.length > 0) pace.expect([queue]); // where there was one, there may be more
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
