import type { ClientBase } from "pg";
import type { Job } from "../ports/effect-queue.ts";

/** Maximum parallel jobs per partition, over all processes. Each one is a serial queue in the database. */
const SERIAL_QUEUES = { effects: 0, merges: 1, reviewers: 4 };

/** The number of jobs added to each partition, from which the next serial queue follows. */
const added = new Map<string, number>();

/** Adds jobs in the caller's transaction, with one statement. */
export async function enqueueJobs(client: ClientBase, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  const { text, values } = enqueueStatement(jobs);
  await client.query(text, values);
}

/** Returns the statement that adds jobs. It must run in a transaction that has set its organisation. */
export function enqueueStatement(jobs: readonly Job[]): { text: string; values: string[] } {
  const rows = jobs.map(({ id, org, queue, partition, kind, payload, once, delayMs = 0 }) => {
    if (!id.startsWith(`${org}:`)) throw new Error(`${id} does not start with its organisation`);
    const serial = partition === undefined ? undefined : nextSerialQueue(queue, partition);
    return { id, queue, partition, serial, delayMs, content: { kind, payload, partition, once } };
  });
  return { text: "SELECT countersign_durable.enqueue($1)", values: [JSON.stringify(rows)] };
}

/** Distributes a partition's jobs evenly, because a job waits for the earlier ones of its serial queue. */
function nextSerialQueue(queue: Job["queue"], partition: string): number {
  const count = added.get(`${queue} ${partition}`) ?? 0;
  added.set(`${queue} ${partition}`, count + 1);
  return count % SERIAL_QUEUES[queue];
}
