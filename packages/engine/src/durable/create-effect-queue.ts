import { Pool, type PoolClient } from "pg";
import { describeError } from "../platform/log/describe-error.ts";
import type { Log } from "../platform/log/log.ts";
import { guardConnections } from "../platform/postgres/guard-connections.ts";
import type { EffectQueue } from "../ports/effect-queue.ts";
import type { JobWork, Retries } from "./do-job.ts";
import { enqueueJobs, enqueueStatement } from "./enqueue-jobs.ts";
import type { QueueLimits } from "./fetch-gate.ts";
import { QUEUE_SCHEMA } from "./queue-functions.ts";
import { startWorkers, type WorkerSettings } from "./start-workers.ts";

export type EffectQueueOptions = {
  /** The worker's login, which sees the queue of every organisation and nothing else. */
  workerUrl: string;
  /** Maximum parallel jobs per queue and process. */
  limits?: Partial<QueueLimits>;
  retries?: Partial<Retries>;
  /** Called when a job is given up. May be called again after a crash. */
  onFailed?: JobWork["onFailed"];
  /** Receives internal failures, for the operator. */
  log?: Log;
  /** Milliseconds between heartbeats, and between polls of an idle queue. Default 1,000. */
  beatMs?: number;
  /** Milliseconds without a heartbeat after which a worker counts as dead and others take over its jobs. */
  deadAfterMs?: number;
  /** Milliseconds to postpone a job after too many workers died while running it. */
  putOffMs?: number;
  /** No other process works on this database, so previous workers count as dead at once. */
  alone?: boolean;
};

const DEFAULTS = {
  beatMs: 1_000,
  deadAfterMs: 5_000,
  putOffMs: 300_000,
  alone: false,
  onFailed: () => undefined,
  log: () => undefined,
};
const DEFAULT_RETRIES: Retries = { attempts: 5, firstPauseMs: 500 };
const DEFAULT_LIMITS: QueueLimits = { effects: 16, merges: 8, reviewers: 16 };
const CONNECTIONS = 12;
const IDLE_TRANSACTION_MS = 60_000;

/**
 * Creates the queue on graphile-worker.
 *
 * Jobs run at least once: after a crash, or when a worker misses its heartbeats, another worker starts them
 * again. A partition of `merges` runs one job at a time as long as no worker misses its heartbeats.
 */
export function createEffectQueue(options: EffectQueueOptions): EffectQueue {
  const settings: WorkerSettings = {
    ...DEFAULTS,
    ...options,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    retries: { ...DEFAULT_RETRIES, ...options.retries },
  };
  const pool = connect(options.workerUrl, settings.log);
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

/** graphile-worker may release its listening connection twice, which would end the process. */
class PatientPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback === undefined) return super.connect();
    super.connect((error, client, release) => {
      let isReleased = false;
      callback(error, client, (reason) => {
        if (!isReleased) release(reason);
        isReleased = true;
      });
    });
    return undefined;
  }
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (reason?: Error | boolean) => void,
) => void;

function connect(workerUrl: string, log: Log): Pool {
  const pool = new PatientPool({
    connectionString: workerUrl,
    max: CONNECTIONS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  });
  return guardConnections(pool, (error) =>
    log({ level: "warn", event: "queue_connection_broken", fields: describeError(error) }),
  );
}
