import { randomUUID } from "node:crypto";
import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import { Pool } from "pg";
import { guardConnections } from "../database/guard-connections.ts";
import type { EffectQueue, JobHandler } from "../ports/effect-queue.ts";
import { dbosLogger } from "./dbos-logger.ts";
import { type Retries, runningJobs, setWork, type Work } from "./do-job.ts";
import { enqueueJobs } from "./enqueue-jobs.ts";
import { beat, forget } from "./executors.ts";
import { APPLICATION, QUEUE_NAMES, VERSION } from "./names.ts";
import { DEFAULT_LIMITS, type QueueLimits, registerQueues } from "./register-queues.ts";
import { requireLayout } from "./require-layout.ts";
import { cancelWaiting } from "./sweeps.ts";
import { startUpkeep, type Upkeep } from "./upkeep.ts";

export type DbosEffectQueueOptions = {
  /** The worker's login: it sees the queue of every organisation and nothing else. */
  workerUrl: string;
  limits?: Partial<QueueLimits>;
  retries?: Partial<Retries>;
  /** Called when a job was given up; it may be called again after a crash. */
  onFailed?: Work["onFailed"];
  /** What went wrong inside, for whoever runs the process. */
  log?: (line: string) => void;
  /** Finished jobs are deleted after so many days. */
  engineDays?: number;
  pruneMs?: number;
  pollMs?: number;
  beatMs?: number;
  /** A worker that was silent for so long is dead, and others do its jobs. */
  deadAfterMs?: number;
};

const DEFAULTS = {
  engineDays: 7,
  pruneMs: 600_000,
  pollMs: 50,
  beatMs: 1_000,
  deadAfterMs: 5_000,
  onFailed: () => undefined,
  log: () => undefined,
};
const DEFAULT_RETRIES: Retries = { attempts: 5, firstPauseMs: 500 };
const CONNECTIONS = 12;
const IDLE_TRANSACTION_MS = 60_000;

type Settings = Required<DbosEffectQueueOptions> & { limits: QueueLimits; retries: Retries };
type Parts = { pool: Pool; client: DBOSClient; settings: Settings };
type Running = { executor: string; upkeep: Upkeep };

/**
 * The queue on DBOS. Only one per process may be started: DBOS itself is one per process.
 *
 * Jobs are done at least once: after a crash, or when a worker was silent for too long, another begins
 * again. Of one partition of `merges` only one is done at a time as long as no worker falls silent.
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
  const parts: Parts = { pool, client, settings };
  let running: Running | null = null;
  return {
    enqueue: (session, jobs) => enqueueJobs(client, session, jobs),
    cancel: (org, ids) => cancelWaiting(pool, org, ids),
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
  return guardConnections(pool, ({ message }) =>
    log(`A connection of the queue broke: ${message}`),
  );
}

async function launch({ pool, client, settings }: Parts, handler: JobHandler): Promise<Running> {
  if (DBOS.isInitialized()) throw new Error("this process works on a queue already");
  const { workerUrl, limits, retries, onFailed, log, pollMs } = settings;
  const executor = randomUUID();
  await requireLayout(pool);
  await registerQueues(client, limits, pollMs);
  await beat(pool, executor);
  setWork({ handler, retries, onFailed });
  DBOS.setConfig({
    name: APPLICATION,
    applicationVersion: VERSION,
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
    await forget(pool, executor);
    throw error;
  });
  const upkeep = startUpkeep({ pool, client, executor, ...settings });
  return { executor, upkeep };
}

/** Beats until the last job has ended or the grace is over; what then still runs, others will do again. */
async function land({ pool }: Parts, { executor, upkeep }: Running, graceMs: number) {
  await DBOS.shutdown({ workflowCompletionTimeoutMS: graceMs });
  await upkeep.stop();
  setWork(null);
  if (runningJobs() === 0) await forget(pool, executor);
}
