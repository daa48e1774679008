import { randomUUID } from "node:crypto";
import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import { Pool } from "pg";
import { boundary } from "../platform/boundary.ts";
import { describeError } from "../platform/log/describe-error.ts";
import type { Log } from "../platform/log/log.ts";
import { guardConnections } from "../platform/postgres/guard-connections.ts";
import type { EffectQueue, JobHandler } from "../ports/effect-queue.ts";
import {
  type Dispatch,
  paceDispatch,
  restartableDispatch,
  retryDatabaseOften,
} from "./dbos-internals.ts";
import { dbosLogger } from "./dbos-logger.ts";
import { type JobWork, type Retries, runningJobs, setWork } from "./do-job.ts";
import { enqueueJobs } from "./enqueue-jobs.ts";
import { recordHeartbeat, removeExecutor } from "./executors.ts";
import { APPLICATION, QUEUE_NAMES, WORKFLOW_VERSION } from "./names.ts";
import { createPace, type Pace } from "./pace.ts";
import { requireLayout } from "./require-layout.ts";
import { cancelQueuedJobs, forgetFinished } from "./sweeps.ts";
import { startUpkeep, takeOverStaleJobs, type Upkeep } from "./upkeep.ts";

export type DbosEffectQueueOptions = {
  /** The worker's login, which sees the queue of every organisation and nothing else. */
  workerUrl: string;
  limits?: Partial<QueueLimits>;
  retries?: Partial<Retries>;
  /** Called when a job is given up. May be called again after a crash. */
  onFailed?: JobWork["onFailed"];
  /** Receives internal failures, for the operator. */
  log?: Log;
  /** Milliseconds between polls of a queue: while it has work, and while it is idle. */
  pollMs?: number;
  restMs?: number;
  beatMs?: number;
  /** Milliseconds without a heartbeat after which a worker counts as dead and others take over its jobs. */
  deadAfterMs?: number;
  /** Milliseconds to postpone a job after too many workers died while running it. */
  putOffMs?: number;
  /** No other process works on this database, so previous workers count as dead at once. */
  alone?: boolean;
};

const DEFAULTS = {
  pollMs: 20,
  restMs: 500,
  beatMs: 1_000,
  deadAfterMs: 5_000,
  putOffMs: 300_000,
  alone: false,
  onFailed: () => undefined,
  log: () => undefined,
};
const DEFAULT_RETRIES: Retries = { attempts: 5, firstPauseMs: 500 };
const CONNECTIONS = 12;
const IDLE_TRANSACTION_MS = 60_000;

type Settings = Required<DbosEffectQueueOptions> & { limits: QueueLimits; retries: Retries };
type Parts = { pool: Pool; client: DBOSClient; settings: Settings; pace: Pace };
type Running = { executor: string; dispatch: Dispatch; upkeep: Upkeep };

/**
 * Creates the queue on DBOS. A process can start only one, because DBOS is a singleton.
 *
 * Jobs run at least once: after a crash, or when a worker misses its heartbeats, another worker starts them
 * again. A partition of `merges` runs one job at a time as long as no worker misses its heartbeats.
 */
export async function createDbosEffectQueue(options: DbosEffectQueueOptions): Promise<EffectQueue> {
  const settings: Settings = {
    ...DEFAULTS,
    ...options,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    retries: { ...DEFAULT_RETRIES, ...options.retries },
  };
  const pool = connect(settings);
  const client = await DBOSClient.create({
    systemDatabaseUrl: settings.workerUrl,
    systemDatabasePool: pool,
    applicationName: APPLICATION,
    logger: dbosLogger(settings.log),
  });
  const pace = createPace(settings.restMs);
  const parts: Parts = { pool, client, settings, pace };
  let running: Running | null = null;
  return {
    async enqueue(session, jobs) {
      await enqueueJobs(client, session, jobs);
      pace.expect(jobs.flatMap(({ queue, delayMs = 0 }) => (delayMs > 0 ? [] : [queue])));
    },
    cancel: (org, ids) => cancelQueuedJobs(pool, org, ids),
    forget: (days) => forgetFinished(pool, client, days),
    async start(handler) {
      running = await launch(parts, handler);
    },
    async stop(graceMs) {
      if (running !== null) await land(parts, running, graceMs);
      running = null;
      await client.destroy();
      if (!pool.ending) await pool.end();
    },
  };
}

function connect({ workerUrl, log }: Settings): Pool {
  const pool = new Pool({
    connectionString: workerUrl,
    max: CONNECTIONS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  });
  return guardConnections(pool, (error) =>
    log({ level: "warn", event: "queue_connection_broken", fields: describeError(error) }),
  );
}

async function launch(
  { pool, client, settings, pace }: Parts,
  handler: JobHandler,
): Promise<Running> {
  if (DBOS.isInitialized()) throw new Error("this process already runs a queue");
  const { workerUrl, limits, retries, onFailed, log, pollMs } = settings;
  const executor = randomUUID();
  const dispatch = restartableDispatch();
  retryDatabaseOften();
  await requireLayout(pool);
  await registerQueues(client, limits, pollMs);
  await recordHeartbeat(pool, executor);
  boundary("queue.beaten");
  setWork({ handler, retries, onFailed, onEnded: () => pace.expect() });
  DBOS.setConfig({
    name: APPLICATION,
    applicationVersion: WORKFLOW_VERSION,
    executorID: executor,
    systemDatabaseUrl: workerUrl,
    systemDatabasePool: pool,
    listenQueues: [...QUEUE_NAMES],
    logger: dbosLogger(log),
    runMigrations: false,
    useListenNotify: false,
  });
  await DBOS.launch().catch(async (error) => {
    await DBOS.shutdown();
    await removeExecutor(pool, executor);
    throw error;
  });
  paceDispatch(pace);
  boundary("queue.launched");
  const upkeeping = { pool, executor, dispatch, pace, ...settings };
  if (settings.alone) await takeOverStaleJobs(upkeeping, 0); // all others are dead
  const upkeep = startUpkeep(upkeeping);
  return { executor, dispatch, upkeep };
}

/**
 * Sends heartbeats until the last job ends or the grace period is over. Other workers repeat jobs that still
 * run then.
 */
async function land({ pool }: Parts, { executor, dispatch, upkeep }: Running, graceMs: number) {
  dispatch.close();
  await DBOS.shutdown({ workflowCompletionTimeoutMS: graceMs });
  await upkeep.stop();
  setWork(null);
  if (runningJobs() === 0) await removeExecutor(pool, executor);
}

type QueueLimits = {
  /** Maximum parallel effects per process. */
  effects: number;
  /** Maximum parallel merges per process. A partition runs only one at a time. */
  merges: number;
  reviewers: {
    /** Maximum parallel reviewers per process. */
    atOnce: number;
    /** Maximum per partition, over all processes. */
    perPartition: number;
    /** Maximum starts per partition, over all processes. */
    rate?: { starts: number; seconds: number };
  };
};

const DEFAULT_LIMITS: QueueLimits = {
  effects: 16,
  merges: 8,
  reviewers: { atOnce: 16, perPartition: 4 },
};

/** Writes the queue limits to the database, where every worker reads them. The last process to start wins. */
async function registerQueues(
  client: DBOSClient,
  limits: QueueLimits,
  pollMs: number,
): Promise<void> {
  const { effects, merges, reviewers } = limits;
  const { rate } = reviewers;
  const every = { minPollingIntervalMs: pollMs };
  await client.registerQueue("effects", { ...every, workerConcurrency: effects });
  await client.registerQueue("merges", {
    ...every,
    workerConcurrency: merges,
    partitionConcurrency: 1,
  });
  await client.registerQueue("reviewers", {
    ...every,
    workerConcurrency: reviewers.atOnce,
    partitionConcurrency: reviewers.perPartition,
    ...(rate && { partitionRateLimit: { limitPerPeriod: rate.starts, periodSec: rate.seconds } }),
  });
}
