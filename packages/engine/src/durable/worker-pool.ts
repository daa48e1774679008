import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { runTaskList, type WorkerEvents, type WorkerPool } from "graphile-worker";
import type { Pool } from "pg";
import type { Log } from "../platform/log/log.ts";
import type { QueueName } from "../ports/effect-queue.ts";
import type { FetchGate } from "./fetch-gate.ts";
import { QUEUE_SCHEMA, TASK } from "./queue-functions.ts";
import { queueLogger } from "./queue-logger.ts";

export type WorkerPoolOptions = {
  pool: Pool;
  gate: FetchGate;
  concurrency: number;
  log: Log;
  run(id: string, content: string): Promise<void>;
  /** Called once when a statement of the pool failed, so that its jobs in the database are uncertain. */
  onBroken(): void;
};

/** A pool of workers with the id by which its jobs are locked. */
export type OpenPool = {
  id: string;
  gateKey: object;
  /** Stops fetching, and resolves when all jobs have ended and their ends are written, if they can be. */
  close(): Promise<void>;
};

/** Milliseconds that an idle worker pauses before it waits at the gate again. */
const POLL_MS = 10;
/** Milliseconds to wait for the ends of jobs after the last one. graphile-worker may never report them. */
const WRITE_MS = 2_000;

/**
 * Starts a pool of graphile-worker, which fetches nothing until its gate is opened.
 *
 * Ends of jobs are written in batches, because a failure outside of a batch would end the process.
 */
export function openPool(options: WorkerPoolOptions): OpenPool {
  const { pool, gate, concurrency, log, run } = options;
  const gateKey = {};
  const events: WorkerEvents = new EventEmitter();
  const jobs = followJobs(options, events, gateKey);
  const workers = runTaskList(
    {
      events,
      concurrency,
      schema: QUEUE_SCHEMA,
      logger: queueLogger(log),
      pollInterval: POLL_MS,
      noHandleSignals: true,
      forbiddenFlags: () => gate.admit(gateKey),
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    { [TASK]: (_payload, { job }) => run(String(job.key), contentIn(job.flags)) },
    pool,
  );
  workers.promise.catch(() => undefined);
  let closed: Promise<void> | null = null;
  const close = async () => {
    gate.close(gateKey);
    await jobs.when(({ fetching }) => fetching === 0); // a worker that fetches while it is stopped may print
    const ended = shutDown(workers).then(() => true);
    for (let isEnded = false; !isEnded; ) {
      await jobs.when(({ running }) => running === 0);
      isEnded = await Promise.race([ended, pause(WRITE_MS).then(() => jobs.counts.running === 0)]);
    }
  };
  return {
    id: workers.id,
    gateKey,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

async function shutDown(workers: WorkerPool): Promise<void> {
  try {
    await workers.gracefulShutdown();
  } catch {
    // The jobs that it could not end are released with the pool's locks.
  }
}

type Counts = { fetching: number; running: number };

/** Tells the gate about fetches and ends, and counts them. */
function followJobs({ gate, onBroken }: WorkerPoolOptions, events: WorkerEvents, gateKey: object) {
  const counts: Counts = { fetching: 0, running: 0 };
  const changed = new EventEmitter().setMaxListeners(0);
  let isBroken = false;
  const broken = () => {
    if (!isBroken) setImmediate(onBroken); // after the worker that reports it has gone on
    isBroken = true;
  };
  const fetched = (queue: QueueName | null) => {
    counts.fetching -= 1;
    if (queue !== null) counts.running += 1;
    gate.onFetched(gateKey, queue);
    changed.emit("change");
  };
  events.on("pool:listen:notification", ({ message }) => {
    if (message.channel === "jobs:insert") gate.announce(countIn(message.payload));
  });
  events.on("worker:getJob:start", () => {
    counts.fetching += 1;
  });
  events.on("worker:getJob:empty", () => fetched(null));
  events.on("worker:getJob:error", () => {
    fetched(null);
    broken();
  });
  events.on("job:start", ({ job }) => fetched(queueIn(job.flags)));
  events.on("job:complete", ({ job }) => {
    counts.running -= 1;
    gate.onEnded(queueIn(job.flags));
    changed.emit("change");
  });
  events.on("pool:fatalError", broken);
  events.on("worker:fatalError", broken);
  events.on("pool:gracefulShutdown", () => {
    broken();
    setImmediate(() => gate.dismiss(gateKey)); // the pool refuses to fetch from now on
  });
  const when = async (holds: (counts: Counts) => boolean): Promise<void> => {
    while (!holds(counts)) await once(changed, "change");
  };
  return { counts, when };
}

type Flags = { readonly [flag: string]: true } | null;

function contentIn(flags: Flags): string {
  return Object.keys(flags ?? {}).find((flag) => flag.startsWith("{")) ?? "";
}

function queueIn(flags: Flags): QueueName {
  if (flags?.merges) return "merges";
  return flags?.reviewers ? "reviewers" : "effects";
}

function countIn(payload: string | undefined): number {
  const [, count = "1"] = /"count":(\d+)/.exec(payload ?? "") ?? [];
  return Number(count);
}
