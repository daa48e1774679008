import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { boundary } from "../platform/boundary.ts";
import { describeError } from "../platform/log/describe-error.ts";
import type { Log } from "../platform/log/log.ts";
import type { JobHandler, QueueName } from "../ports/effect-queue.ts";
import { doJob, type JobWork } from "./do-job.ts";
import { JOBS_CHANNEL } from "./queue-layout.ts";
import { openWorkerConnection, openWorkers, type QueueWorkers } from "./queue-workers.ts";
import { requireLayout } from "./require-layout.ts";

export type WorkerSettings = Pick<JobWork, "retries" | "onFailed"> & {
  /** The worker's login, which sees the queue of every organisation and nothing else. */
  workerUrl: string;
  /** Maximum parallel jobs per queue and process. */
  limits: Record<QueueName, number>;
  /** Receives internal failures, for the operator. */
  log: Log;
  /** Milliseconds between heartbeats, which also find jobs that are due. */
  beatMs: number;
  /** Milliseconds without a heartbeat after which a worker counts as dead and others take over its jobs. */
  deadAfterMs: number;
  /** Milliseconds to postpone a job after too many workers died while running it. */
  putOffMs: number;
  /** No other process works on this database, so previous workers count as dead at once. */
  alone: boolean;
};

const QUEUES = ["effects", "merges", "reviewers"] as const;

/**
 * Runs jobs until the returned function is called, which waits at most this many milliseconds for running ones.
 *
 * Each queue has its own workers. After a failed statement they finish their jobs while others replace them, and the
 * heartbeat after the last one releases their locks.
 */
export async function startWorkers(pool: Pool, settings: WorkerSettings, handler: JobHandler) {
  await requireLayout(pool);
  const { workerUrl, limits, log, beatMs } = settings;
  const ended = new AbortController();
  const { signal } = ended;
  const work = { ...settings, pool, handler, signal };
  const connection = openWorkerConnection(workerUrl);
  const own = new Set<QueueWorkers>();
  const gone: string[] = [];
  let isOpen = true;
  const find = (queue: string) => [...own].find((one) => one.queue === queue && one.isOpen());
  const openMissing = (): void => {
    for (const queue of QUEUES.filter((name) => isOpen && find(name) === undefined)) {
      const options = { connection, limit: limits[queue], log };
      const workers = openWorkers(queue, options, (id, content) => doJob(work, id, content));
      own.add(workers);
      void workers.closed.then(() => own.delete(workers) && gone.push(workers.id));
    }
  };
  const heartbeat = createHeartbeat(pool, settings, (queue) => find(queue)?.nudge());
  const upkeep = async (): Promise<void> => {
    try {
      await heartbeat.beat(own, gone);
      openMissing();
    } catch (error) {
      log({ level: "error", event: "queue_upkeep_failed", fields: describeError(error) });
    }
  };
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      await upkeep();
      await pause(beatMs, undefined, { signal }).catch(() => undefined);
    }
  };
  await heartbeat.beat(own, gone);
  boundary("queue.beaten");
  openMissing();
  boundary("queue.launched");
  const looping = loop();
  return async (graceMs: number): Promise<void> => {
    isOpen = false;
    const closed = Promise.all([...own].map((workers) => workers.close()));
    await Promise.race([closed, pause(graceMs, undefined, { ref: false })]);
    ended.abort();
    await looping;
    await upkeep();
    heartbeat.end();
    await connection.end();
  };
}

type Beat = { due: string[]; taken: number; put_off: number };

/** Beats on a connection that also listens for new jobs, so that a broken one is noticed and replaced. */
function createHeartbeat(pool: Pool, settings: WorkerSettings, onJob: (queue: string) => void) {
  const { deadAfterMs, putOffMs, alone, log } = settings;
  let line: PoolClient | null = null;
  let judgedAfterMs = alone ? 0 : null;
  const end = (): void => {
    line?.release(true);
    line = null;
  };
  /** Says which workers of this process are alive, and which are gone, so that they lose their locks. */
  const beat = async (own: ReadonlySet<QueueWorkers>, gone: string[]): Promise<void> => {
    const ids = [...own].map(({ id }) => id);
    const released = [...gone];
    try {
      if (line === null) {
        line = await pool.connect();
        line.on("notification", ({ payload = "" }) => onJob(payload));
        await line.query(`LISTEN ${JOBS_CHANNEL}`);
      }
      const { rows } = await line.query<Beat>(
        "SELECT due, taken, put_off FROM countersign_durable.beat($1, $2, $3, $4)",
        [ids, released, judgedAfterMs, putOffMs],
      );
      judgedAfterMs = deadAfterMs;
      gone.splice(0, released.length);
      for (const { due, taken, put_off: putOff } of rows) {
        if (taken > 0) log({ level: "warn", event: "jobs_taken_over", fields: { count: taken } });
        if (putOff > 0) log({ level: "error", event: "jobs_put_off", fields: { count: putOff } });
        due.forEach(onJob);
      }
    } catch (error) {
      end();
      throw error;
    }
  };
  return { beat, end };
}
