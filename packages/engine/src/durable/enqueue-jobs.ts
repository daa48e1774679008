import type { DBOSClient } from "@dbos-inc/dbos-sdk";
import type { ClientBase } from "pg";
import { boundary } from "../platform/boundary.ts";
import type { Job } from "../ports/effect-queue.ts";
import type { StoredJob } from "./do-job.ts";
import { WORKFLOW } from "./names.ts";

type Start = (stored: StoredJob) => Promise<void>;

/**
 * Adds jobs to the queue in the caller's transaction, one at a time, because a connection runs one query at a
 * time.
 */
export async function enqueueJobs(
  dbos: DBOSClient,
  client: ClientBase,
  jobs: readonly Job[],
): Promise<void> {
  jobs.forEach(requireSound);
  for (const { id, queue, partition, kind, payload, delayMs: exactMs = 0 } of jobs) {
    const delayMs = Math.ceil(exactMs);
    await dbos.enqueueInTransaction<Start>(
      client,
      {
        workflowName: WORKFLOW,
        workflowID: id,
        queueName: queue,
        ...(partition !== undefined && { queuePartitionKey: partition }),
        // The attribute tells the database the delay, which it applies by its own clock.
        ...(delayMs > 0 && { delaySeconds: delayMs / 1_000, attributes: { delayMs } }),
      },
      { kind, payload },
    );
    boundary("queue.job_added");
  }
}

/** A violation here is a bug in the engine, not in a request. */
function requireSound({ id, org, queue, partition, delayMs = 0 }: Job): void {
  if (!id.startsWith(`${org}:`)) throw new Error(`${id} does not start with its organisation`);
  if ((queue === "effects") !== (partition === undefined))
    throw new Error(`${id}: merges and reviewers have a partition, effects have none`);
  if (partition !== undefined && !partition.startsWith(`${org}/`))
    throw new Error(`The partition of ${id} does not start with its organisation`);
  if (!Number.isFinite(delayMs) || delayMs < 0) throw new Error(`${id} has an invalid delay`);
}
