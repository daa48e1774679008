import { setTimeout as pause } from "node:timers/promises";
import type { DBOSClient } from "@dbos-inc/dbos-sdk";
import type { Pool } from "pg";
import { beat, giveBackUnheard, takeOver } from "./executors.ts";
import { pruneFinished, wakeDelayed } from "./sweeps.ts";

export type UpkeepOptions = {
  pool: Pool;
  client: DBOSClient;
  executor: string;
  beatMs: number;
  deadAfterMs: number;
  pruneMs: number;
  engineDays: number;
  log: (line: string) => void;
};

export type Upkeep = { stop(): Promise<void> };

/** Keeps beating, takes over what nobody is at, wakes delayed jobs and prunes, until it is stopped. */
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

async function keepUp(options: UpkeepOptions, signal: AbortSignal): Promise<void> {
  const { beatMs, log } = options;
  const state = { steadySinceMs: performance.now(), prunedMs: performance.now() };
  while (!signal.aborted) {
    try {
      await upkeepOnce(options, state);
    } catch (error) {
      state.steadySinceMs = Number.POSITIVE_INFINITY;
      log(`The upkeep of the queue failed: ${error instanceof Error ? error.message : error}`);
    }
    await pause(beatMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Judges others only after it has beaten steadily for as long as they are given: when the database was
 * away, nobody could beat, and nobody is dead for that.
 */
async function upkeepOnce(
  { pool, client, executor, deadAfterMs, pruneMs, engineDays, log }: UpkeepOptions,
  state: { steadySinceMs: number; prunedMs: number },
): Promise<void> {
  await beat(pool, executor);
  const nowMs = performance.now();
  state.steadySinceMs = Math.min(state.steadySinceMs, nowMs);
  await wakeDelayed(pool);
  if (nowMs - state.steadySinceMs >= deadAfterMs) {
    const taken = await takeOver(pool, deadAfterMs);
    if (taken > 0) log(`Took over ${taken} jobs of workers that no longer answer.`);
    const unheard = await giveBackUnheard(pool, executor, deadAfterMs);
    if (unheard > 0) log(`Gave back ${unheard} jobs whose claim was not heard of.`);
  }
  if (nowMs - state.prunedMs < pruneMs) return;
  state.prunedMs = nowMs;
  await pruneFinished(pool, client, engineDays);
}
