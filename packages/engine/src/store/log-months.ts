/** Returns the month of a time in UTC, as its first day. */
export function monthAt(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 7)}-01`;
}

/** Finds the month of a task's log without reading it. */
export type MonthCache = {
  /** Returns the month of a task that this process has seen, otherwise the current month. */
  guess(org: string, taskId: string): string;
  keep(org: string, taskId: string, month: string): void;
};

const MAX_TASKS = 100_000;

/**
 * Remembers the months of tasks that were not opened in the current month. The month of a task never changes. A wrong
 * guess costs a command another read.
 */
export function createMonthCache(now = Date.now, maxTasks = MAX_TASKS): MonthCache {
  const kept = new Map<string, string>();
  const keyOf = (org: string, taskId: string) => `${org}/${taskId}`;
  return {
    guess: (org, taskId) => kept.get(keyOf(org, taskId)) ?? monthAt(now()),
    keep(org, taskId, month) {
      const key = keyOf(org, taskId);
      if (!kept.delete(key) && month === monthAt(now())) return;
      kept.set(key, month);
      const oldest = kept.size > maxTasks ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
    },
  };
}
