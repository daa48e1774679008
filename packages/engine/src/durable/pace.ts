import { QUEUE_NAMES } from "./names.ts";

/** How often the queues are looked into: at every poll while there may be work, else now and then. */
export type Pace = {
  /** There may be work soon: something was enqueued here, woken or given back, or a place became free. */
  expect(queues?: readonly string[]): void;
  /** Whether a poll shall ask the database. Asking counts as a look. */
  isDue(queue: string): boolean;
};

/**
 * What is expected may be late, because its transaction has not ended, but not for long compared to how
 * long it was waited for.
 */
const PATIENCE = 10;

/**
 * Nobody tells us of jobs that other processes enqueue, so every queue is looked into after a while.
 * Without it, a queue at rest would cost as many statements as a busy one.
 */
export function createPace(restMs: number, now: () => number = () => performance.now()): Pace {
  const expectedMs = new Map<string, number>();
  const lookedMs = new Map<string, number>();
  const since = (moments: Map<string, number>, queue: string, nowMs: number) =>
    nowMs - (moments.get(queue) ?? Number.NEGATIVE_INFINITY);
  return {
    expect(queues = QUEUE_NAMES) {
      for (const queue of queues) expectedMs.set(queue, now());
    },
    isDue(queue) {
      const nowMs = now();
      const pauseMs = Math.min(restMs, since(expectedMs, queue, nowMs) / PATIENCE);
      if (since(lookedMs, queue, nowMs) < pauseMs) return false;
      lookedMs.set(queue, nowMs);
      return true;
    },
  };
}
