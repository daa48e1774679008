import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { runTaskList, type WorkerEvents } from "graphile-worker";
import { Pool, type PoolClient } from "pg";
import type { Log } from "../platform/log/log.ts";
import { guardConnections } from "../platform/postgres/guard-connections.ts";
import type { QueueName } from "../ports/effect-queue.ts";
import { QUEUE_SCHEMA } from "./queue-layout.ts";
import { queueLogger } from "./queue-logger.ts";

/** graphile-worker looks for jobs only when it is nudged. */
const POLL_MS = 86_400_000;
/** Milliseconds after which fetched jobs that wait for a free worker are returned, for other processes. */
const RETURN_MS = 100;
/** Milliseconds to wait for the ends of jobs after the last one. graphile-worker may never report them. */
const WRITE_MS = 2_000;

export type QueueWorkers = ReturnType<typeof openWorkers>;

/**
 * Opens the workers of a queue. They close by themselves when graphile-worker reports an error, because it is
 * uncertain then which jobs they have fetched or ended.
 *
 * Ends of jobs are written in batches, because a failure outside of a batch would end the process.
 */
export function openWorkers(
  queue: QueueName,
  { connection, limit, log }: { connection: Pool; limit: number; log: Log },
  run: (id: string, content: string) => Promise<void>,
) {
  const events: WorkerEvents = new EventEmitter();
  const localQueue = { size: limit, ttl: RETURN_MS };
  const pool = runTaskList(
    {
      ...{ events, schema: QUEUE_SCHEMA, pollInterval: POLL_MS, concurrency: limit },
      noHandleSignals: true,
      logger: queueLogger(log, () => setImmediate(() => close())),
      preset: {
        plugins: [stopSafely(events)],
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, localQueue },
      },
    },
    { [queue]: (_, { job }) => run(String(job.key), Object.keys(job.flags ?? {})[0] ?? "") },
    connection,
  );
  const closed = pool.promise.catch(() => undefined);
  let isClosing = false;
  const close = (): Promise<void> => {
    if (!isClosing) Promise.resolve(pool.gracefulShutdown()).catch(() => undefined);
    isClosing = true;
    return closed;
  };
  const nudge = () => pool.nudge(1);
  // A partition is free once the end of its job is written, which the only connection does before the next fetch.
  if (queue !== "effects") events.on("job:complete", () => setTimeout(nudge, 1));
  return { queue, id: pool.id, closed, nudge, close, isOpen: () => !isClosing };
}

/**
 * Lets graphile-worker stop only while no fetched job waits for a worker, which could end the process, and until all
 * jobs have ended, even if it never learns that their ends are written.
 */
function stopSafely(events: WorkerEvents): GraphileConfig.Plugin {
  const running = new Set<string>();
  let mode = "";
  events.on("job:start", ({ job }) => running.add(job.id));
  events.on("job:complete", ({ job }) => running.delete(job.id));
  events.on("localQueue:setMode", ({ newMode }) => {
    mode = newMode;
  });
  const poolGracefulShutdown = async (next: () => PromiseLike<void> | void): Promise<void> => {
    while (mode === "WAITING") await once(events, "localQueue:setMode");
    const stopped = Promise.resolve(next()).catch(() => undefined);
    do await Promise.race([stopped, pause(WRITE_MS, undefined, { ref: false })]);
    while (running.size > 0);
  };
  return {
    name: "stop_safely",
    version: "1.0.0",
    worker: { middleware: { poolGracefulShutdown } },
  };
}

/**
 * Opens the only connection of all workers, because simultaneous fetches hide partitions from each other. It does not
 * let graphile-worker listen, because each job would make all queues look for one.
 */
export function openWorkerConnection(connectionString: string): Pool {
  return guardConnections(new SilentPool({ connectionString, max: 1, idleTimeoutMillis: 0 }));
}

class SilentPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(listen: (...args: never[]) => void): void;
  override connect(listen?: unknown): Promise<PoolClient> | undefined {
    return listen === undefined ? super.connect() : undefined;
  }
}
