import type { Reviewer } from "@countersign/core";

/** Maximum parallel questions, and maximum questions per minute. */
type TurnLimits = Pick<Reviewer, "concurrency" | "ratePerMinute">;

/** Limits the questions that this process asks each reviewer. Further callers wait. */
export interface Turns {
  /** Waits for a turn. The returned function ends it. Rejects when the signal aborts. */
  take(reviewer: string, limits: TurnLimits, signal: AbortSignal): Promise<() => void>;
}

export type TurnClock = {
  now(): number;
  /** Runs a function after this many milliseconds. */
  later(ms: number, act: () => void): void;
};

const MINUTE_MS = 60_000;

const REAL: TurnClock = {
  now: () => performance.now(),
  later: (ms, act) => {
    setTimeout(act, ms).unref();
  },
};

type Line = {
  running: number;
  /** Start times of the turns in the last minute, oldest first. */
  starts: number[];
  waiting: { limits: TurnLimits; begin: () => void }[];
};

/** Grants turns to each reviewer's callers in the order of their calls. */
export function createTurns(clock: TurnClock = REAL): Turns {
  const lines = new Map<string, Line>();
  const giveTurns = (reviewer: string, line: Line): void => {
    for (;;) {
      const [first] = line.waiting;
      if (first === undefined || line.running >= first.limits.concurrency) return;
      const waitMs = untilFree(line, first.limits, clock.now());
      if (waitMs > 0) {
        clock.later(waitMs, () => giveTurns(reviewer, line));
        return;
      }
      line.waiting.shift();
      line.running += 1;
      line.starts.push(clock.now());
      first.begin();
    }
  };
  return {
    take(reviewer, limits, signal) {
      const line = lines.get(reviewer) ?? { running: 0, starts: [], waiting: [] };
      lines.set(reviewer, line);
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          line.waiting = line.waiting.filter((other) => other !== place);
          reject(signal.reason);
        };
        const place = {
          limits,
          begin: () => {
            signal.removeEventListener("abort", leave);
            resolve(() => {
              line.running -= 1;
              giveTurns(reviewer, line);
            });
          },
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener("abort", leave, { once: true });
        line.waiting.push(place);
        giveTurns(reviewer, line);
      });
    },
  };
}

/** Returns the milliseconds until the rate limit allows another start. */
function untilFree(line: Line, { ratePerMinute }: TurnLimits, now: number): number {
  line.starts = line.starts.filter((start) => now - start < MINUTE_MS);
  if (ratePerMinute === null || line.starts.length < ratePerMinute) return 0;
  const oldest = line.starts[line.starts.length - ratePerMinute] ?? now;
  return oldest + MINUTE_MS - now;
}
