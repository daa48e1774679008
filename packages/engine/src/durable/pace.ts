import { QUEUE_NAMES } from "./names.ts";

/**
 * Decides how often the queues are polled: at every tick while work may be waiting, otherwise only
 * occasionally.
 */
export type Pace = {
  /** Work may be available soon: a job was enqueued here, woken or released, or a slot became free. */
  expect(queues?: readonly string[]): void;
  /** Returns true if a poll should query the database, and counts it as a poll. */
  isDue(queue: string): boolean;
};

/** The pause between polls is the time since work was expected, divided by this. */
const PATIENCE = 10;

/**
 * Creates the pacing of polls. Other processes enqueue jobs without notification, so every queue is polled
 * occasionally. Without pacing, an idle queue would cost as many statements as a busy one.
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
