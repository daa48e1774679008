import { Pool } from "pg";
import { guardConnections } from "../platform/postgres/guard-connections.ts";
import type { EffectQueue } from "../ports/effect-queue.ts";
import { enqueueJobs, enqueueStatement } from "./enqueue-jobs.ts";
import { QUEUE_SCHEMA } from "./queue-layout.ts";
import { startWorkers, type WorkerSettings } from "./start-workers.ts";

export type EffectQueueOptions = Pick<WorkerSettings, "workerUrl"> &
  Partial<Omit<WorkerSettings, "limits" | "retries">> & {
    limits?: Partial<WorkerSettings["limits"]>;
    retries?: Partial<WorkerSettings["retries"]>;
  };

const DEFAULTS: Omit<WorkerSettings, "workerUrl"> = {
  limits: { effects: 16, merges: 8, reviewers: 16 },
  retries: { attempts: 5, firstPauseMs: 500 },
  ...{ beatMs: 1_000, deadAfterMs: 4_500, putOffMs: 300_000, alone: false },
  ...{ onFailed: () => undefined, log: () => undefined },
};

/**
 * Creates the queue on graphile-worker.
 *
 * Jobs run at least once: after a crash, or when a worker misses its heartbeats, another worker starts them
 * again. A partition of `merges` runs one job at a time as long as no worker misses its heartbeats.
 */
export function createEffectQueue(options: EffectQueueOptions): EffectQueue {
  const limits = { ...DEFAULTS.limits, ...options.limits };
  const retries = { ...DEFAULTS.retries, ...options.retries };
  const settings = { ...DEFAULTS, ...options, limits, retries };
  const pool = guardConnections(new Pool({ connectionString: options.workerUrl, max: 4 }));
  let stopWorkers: ((graceMs: number) => Promise<void>) | null = null;
  return {
    enqueueStatement,
    enqueue: enqueueJobs,
    async cancel(org, ids) {
      await pool.query(
        `SELECT FROM ${QUEUE_SCHEMA}.complete_jobs(ARRAY(
           SELECT id FROM ${QUEUE_SCHEMA}.jobs
            WHERE key = ANY($1) AND starts_with(key, $2 || ':') AND attempts = 0))`,
        [ids, org],
      );
    },
    async forget(days) {
      await pool.query(
        "DELETE FROM countersign_durable.finished WHERE at < now() - $1 * interval '1 day'",
        [days],
      );
    },
    async start(handler) {
      stopWorkers = await startWorkers(pool, settings, handler);
    },
    async stop(graceMs) {
      await stopWorkers?.(graceMs);
      stopWorkers = null;
      await pool.end();
    },
  };
}
