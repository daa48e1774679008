import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { describeError } from "../platform/log/describe-error.ts";
import type { Log } from "../platform/log/log.ts";
import type { Dispatch } from "./dbos-internals.ts";
import type { JobWork } from "./do-job.ts";
import { recordHeartbeat, releaseOrphanedClaims, takeOverJobs } from "./executors.ts";
import type { Pace } from "./pace.ts";
import { reportAbandonedJobs, wakeDelayed } from "./sweeps.ts";

export type UpkeepOptions = {
  pool: Pool;
  executor: string;
  dispatch: Dispatch;
  pace: Pace;
  beatMs: number;
  deadAfterMs: number;
  putOffMs: number;
  onFailed: JobWork["onFailed"];
  log: Log;
};

export type Upkeep = { stop(): Promise<void> };

/** Sends heartbeats, takes over abandoned jobs and wakes delayed ones, until it is stopped. */
export function startUpkeep(options: UpkeepOptions): Upkeep {
  const ended = new AbortController();
  const loop = keepUp(options, ended.signal);
  return {
    async stop() {
      ended.abort();
      await loop;
    },
  };
}

type TakingOver = Pick<UpkeepOptions, "pool" | "executor" | "pace" | "putOffMs" | "log">;

/** Takes over the jobs of executors without a heartbeat for this long, and logs it. */
export async function takeOverStaleJobs(
  { pool, executor, pace, putOffMs, log }: TakingOver,
  deadAfterMs: number,
): Promise<void> {
  const { taken, putOff } = await takeOverJobs(pool, executor, { deadAfterMs, putOffMs });
  if (taken > 0) log({ level: "warn", event: "jobs_taken_over", fields: { count: taken } });
  if (putOff > 0) log({ level: "error", event: "jobs_put_off", fields: { count: putOff } });
  if (taken > 0) pace.expect();
}

/** Times on the monotonic clock, and the offset of the machine's clock from it. */
type State = {
  beatMs: number;
  steadySinceMs: number;
  toldMs: number;
  clockOffMs: number;
};

/** Milliseconds between checks for jobs that were given up. */
const TELL_MS = 3_000;

/** If the clock's offset changed by more than this since the last check, the clock was set. */
const JUMP_MS = 500;

async function keepUp(options: UpkeepOptions, signal: AbortSignal): Promise<void> {
  const { beatMs, log } = options;
  const nowMs = performance.now();
  const clockOffMs = Date.now() - nowMs;
  const state: State = {
    beatMs: nowMs,
    steadySinceMs: nowMs,
    toldMs: nowMs,
    clockOffMs,
  };
  while (!signal.aborted) {
    followClock(options, state);
    try {
      await upkeepOnce(options, state);
    } catch (error) {
      log({ level: "error", event: "queue_upkeep_failed", fields: describeError(error) });
    }
    await pause(beatMs, undefined, { signal }).catch(() => undefined);
  }
}

function followClock({ dispatch }: UpkeepOptions, state: State): void {
  const clockOffMs = Date.now() - performance.now();
  if (Math.abs(clockOffMs - state.clockOffMs) > JUMP_MS) dispatch.restart();
  state.clockOffMs = clockOffMs;
}

/**
 * Judges other executors only after its own heartbeats have succeeded for as long as theirs may fail. While
 * the database was away, no executor could send one, so none is dead because of that. A single lost heartbeat
 * does not count as an outage.
 */
async function upkeepOnce(options: UpkeepOptions, state: State): Promise<void> {
  const { pool, executor, pace, deadAfterMs, onFailed, log } = options;
  await recordHeartbeat(pool, executor);
  const nowMs = performance.now();
  if (nowMs - state.beatMs > deadAfterMs / 2) state.steadySinceMs = nowMs;
  state.beatMs = nowMs;
  const woken = await wakeDelayed(pool);
  const unheard = await releaseOrphanedClaims(pool, executor, deadAfterMs);
  if (unheard > 0) log({ level: "warn", event: "jobs_given_back", fields: { count: unheard } });
  if (woken + unheard > 0) pace.expect();
  if (nowMs - state.steadySinceMs >= deadAfterMs) {
    await takeOverStaleJobs(options, deadAfterMs);
  }
  if (nowMs - state.toldMs >= TELL_MS) {
    state.toldMs = nowMs;
    await reportAbandonedJobs(pool, onFailed);
  }
}
