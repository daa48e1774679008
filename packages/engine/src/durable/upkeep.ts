import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { describeError } from "../platform/log/describe-error.ts";
import type { Log } from "../platform/log/log.ts";

export type UpkeepOptions = {
  pool: Pool;
  /** The worker ids of this process. */
  ids(): readonly string[];
  /** Called after each heartbeat. */
  onBeat(): Promise<void> | void;
  beatMs: number;
  deadAfterMs: number;
  putOffMs: number;
  log: Log;
};

export type Upkeep = {
  /** Sends the next heartbeat now. */
  hurry(): void;
  stop(): Promise<void>;
};

/** Milliseconds between hurried heartbeats. */
const HURRY_MS = 50;

/** Sends heartbeats and takes over the jobs of dead workers, until it is stopped. */
export function startUpkeep(options: UpkeepOptions): Upkeep {
  const ended = new AbortController();
  let hurried = new AbortController();
  const loop = async (): Promise<void> => {
    const state = { beatMs: performance.now(), steadySinceMs: performance.now() };
    for (;;) {
      const signal = AbortSignal.any([ended.signal, hurried.signal]);
      await pause(options.beatMs, undefined, { signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
      if (hurried.signal.aborted) await pause(HURRY_MS);
      hurried = new AbortController();
      await upkeepOnce(options, state);
    }
  };
  const looping = loop();
  return {
    hurry: () => hurried.abort(),
    async stop() {
      ended.abort();
      await looping;
    },
  };
}

/**
 * Judges other workers only after its own heartbeats have succeeded for as long as theirs may fail. While the
 * database was away, no worker could send one, so none is dead because of that. A single lost heartbeat does
 * not count as an outage.
 */
async function upkeepOnce(
  options: UpkeepOptions,
  state: { beatMs: number; steadySinceMs: number },
): Promise<void> {
  const { deadAfterMs, log } = options;
  try {
    const isSteady = performance.now() - state.steadySinceMs >= deadAfterMs;
    await beat(options, isSteady ? deadAfterMs : null);
    const nowMs = performance.now();
    if (nowMs - state.beatMs > deadAfterMs / 2) state.steadySinceMs = nowMs;
    state.beatMs = nowMs;
    await options.onBeat();
  } catch (error) {
    log({ level: "error", event: "queue_upkeep_failed", fields: describeError(error) });
  }
}

/** Sends one heartbeat, and takes over the jobs of workers without one for this long. */
export async function beat(
  { pool, ids, putOffMs, log }: Pick<UpkeepOptions, "pool" | "ids" | "putOffMs" | "log">,
  deadAfterMs: number | null,
): Promise<void> {
  const { rows } = await pool.query<{ taken: number; put_off: number }>(
    "SELECT taken, put_off FROM countersign_durable.beat($1, $2, $3)",
    [ids(), deadAfterMs, putOffMs],
  );
  const { taken = 0, put_off: putOff = 0 } = rows[0] ?? {};
  if (taken > 0) log({ level: "warn", event: "jobs_taken_over", fields: { count: taken } });
  if (putOff > 0) log({ level: "error", event: "jobs_put_off", fields: { count: putOff } });
}
