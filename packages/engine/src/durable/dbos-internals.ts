import { DBOSExecutor } from "@dbos-inc/dbos-sdk/internal/dbos-executor";
import { ensureSystemDatabase } from "@dbos-inc/dbos-sdk/internal/system_database";
import { GlobalLogger } from "@dbos-inc/dbos-sdk/internal/telemetry/logs";
import { Pool } from "pg";
import { dbosLogger } from "./dbos-logger.ts";

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
export async function recoverJobsOf(executors: readonly string[]): Promise<number> {
  const recovered = await DBOSExecutor.globalInstance?.recoverPendingWorkflows([...executors]);
  return recovered?.length ?? 0;
}

/** Whether this process is at a job, from its claim to its recorded end. */
export function isAtWorkHere(id: string): boolean {
  return DBOSExecutor.globalInstance?.systemDatabase.checkForRunningWorkflow(id) ?? false;
}
