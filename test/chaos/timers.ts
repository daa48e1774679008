/** What one command wrote into a task's log, and the moment that a timer was set to, if any. */
export type Written = {
  task: string;
  types: readonly string[];
  atMs: number;
  dueMs: number | null;
};

/** A timer that rang: how long after its moment something happened. Less than nothing is too early. */
export type Rung = { task: string; type: string; lateMs: number };

/** What only happens because a time is over. */
const BY_TIMERS: ReadonlySet<string> = new Set([
  "lease_ended",
  "turn_moved",
  "gave_up",
  "merge_started",
]);

/**
 * The timers of a task's log, and when they rang; all times are the database's.
 *
 * A moment that something else came before was overtaken. One that has passed, with nothing after it, rings
 * now at the earliest.
 */
export function rungTimers(log: readonly Written[], nowMs: number): Rung[] {
  return log.flatMap(({ task, dueMs }, index) => {
    if (dueMs === null) return [];
    const next = log[index + 1];
    const rangMs = next?.atMs ?? nowMs;
    const byTimer = next?.types.find((type) => BY_TIMERS.has(type));
    if (rangMs < dueMs && byTimer === undefined) return [];
    return [{ task, type: byTimer ?? next?.types[0] ?? "nothing", lateMs: rangMs - dueMs }];
  });
}
