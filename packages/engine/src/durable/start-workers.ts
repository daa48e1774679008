import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { boundary } from "../platform/boundary.ts";
import type { Log } from "../platform/log/log.ts";
import type { JobHandler } from "../ports/effect-queue.ts";
import { doJob, type JobWork } from "./do-job.ts";
import { FetchGate, type QueueLimits } from "./fetch-gate.ts";
import { QUEUE_SCHEMA } from "./queue-functions.ts";
import { requireLayout } from "./require-layout.ts";
import { beat, startUpkeep } from "./upkeep.ts";
import { type OpenPool, openPool } from "./worker-pool.ts";

export type WorkerSettings = Pick<JobWork, "retries" | "onFailed"> & {
  limits: QueueLimits;
  log: Log;
  beatMs: number;
  deadAfterMs: number;
  putOffMs: number;
  alone: boolean;
};

/**
 * Runs jobs until the returned function is called, which waits at most this many milliseconds for running ones.
 *
 * After a failed statement it is uncertain which jobs the pool of workers has fetched or ended. Another pool
 * replaces it, and its locks are released when its last job has ended.
 */
export async function startWorkers(pool: Pool, settings: WorkerSettings, handler: JobHandler) {
  await requireLayout(pool);
  const { limits, log, alone } = settings;
  const stopped = new AbortController();
  const gate = new FetchGate(limits);
  const work = { ...settings, handler, signal: stopped.signal, remember: rememberIn(pool) };
  const pools = createPoolSet(pool, (onBroken) =>
    openPool({
      ...{ pool, gate, log, onBroken },
      concurrency: limits.effects + limits.merges + limits.reviewers,
      run: (id, content) => doJob(work, id, content),
    }),
  );
  const beating = { ...settings, pool, ids: pools.ids };
  const openNext = async (deadAfterMs: number | null): Promise<void> => {
    const { gateKey } = pools.open(() => upkeep?.hurry());
    await beat(beating, deadAfterMs); // before its first job
    boundary("queue.beaten");
    gate.open(gateKey);
  };
  pool.on("release", () => gate.onConnectionReleased());
  let upkeep: ReturnType<typeof startUpkeep> | null = null;
  let isStopping = false;
  await openNext(alone ? 0 : null).catch(async (error) => {
    await pools.closeAll();
    throw error;
  });
  boundary("queue.launched");
  upkeep = startUpkeep({
    ...beating,
    async onBeat() {
      await pools.releaseClosed();
      const current = pools.current();
      if (current !== null) gate.open(current.gateKey);
      else if (!isStopping) await openNext(null);
    },
  });
  return async (graceMs: number): Promise<void> => {
    isStopping = true;
    await Promise.race([pools.closeAll(), pause(graceMs)]);
    stopped.abort();
    await upkeep.stop();
    await pools.releaseClosed();
  };
}

/** The pools of this process: the open one, and broken ones that still run jobs. */
function createPoolSet(pool: Pool, create: (onBroken: () => void) => OpenPool) {
  const all = new Map<OpenPool, "open" | "closing" | "closed">();
  const close = async (one: OpenPool): Promise<void> => {
    if (all.get(one) !== "open") return;
    all.set(one, "closing");
    await one.close();
    all.set(one, "closed");
  };
  return {
    ids: () => [...all.keys()].map(({ id }) => id),
    current: () => [...all.keys()].find((one) => all.get(one) === "open") ?? null,
    open(onBroken: () => void): OpenPool {
      const next = create(() => {
        void close(next).then(onBroken);
        onBroken();
      });
      all.set(next, "open");
      return next;
    },
    async closeAll(): Promise<void> {
      await Promise.all([...all.keys()].map((one) => close(one)));
    },
    /** Releases what closed pools still hold. Other workers no longer wait for their heartbeat. */
    async releaseClosed(): Promise<void> {
      const closed = [...all.keys()].filter((one) => all.get(one) === "closed");
      if (closed.length === 0) return;
      await pool.query(
        `WITH gone AS (DELETE FROM countersign_durable.executors WHERE id = ANY($1))
         SELECT ${QUEUE_SCHEMA}.force_unlock_workers($1)`,
        [closed.map(({ id }) => id)],
      );
      for (const one of closed) all.delete(one);
    },
  };
}

/** Stores jobs that must not be added again: given up, or meant to run once. */
function rememberIn(pool: Pool): JobWork["remember"] {
  return async (id, error) => {
    await pool.query(
      `INSERT INTO countersign_durable.finished (id, error) VALUES ($1, $2)
       ON CONFLICT (id) DO NOTHING`,
      [id, error],
    );
  };
}
