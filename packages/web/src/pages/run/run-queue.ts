import { matchesLine, minutesText, sortForRun } from "@countersign/review";
import type { FactLine } from "../../data/line-facts.ts";

/** The task on screen and the filter of the inbox that the run was started from. */
export type RunSearch = { task?: string; q?: string };

/** The tasks that wait for a decision of the person, by id. */
export type WaitingTasks = ReadonlyMap<string, FactLine>;

/** Reads the address of a run. */
export function readRunSearch({ task, q }: Record<string, unknown>): RunSearch {
  return {
    ...(typeof task === "string" && task !== "" ? { task } : {}),
    ...(q === undefined || q === "" ? {} : { q: String(q) }),
  };
}

/**
 * Updates the queue of a run: tasks that no longer wait are removed, new ones are appended in the order of a run. The
 * others keep their places, so that the next task is the one that was announced.
 */
export function syncRunQueue(
  queue: readonly string[],
  waiting: WaitingTasks,
  current: string | null,
): readonly string[] {
  const kept = queue.filter((task) => waiting.has(task) || task === current);
  const known = new Set(kept);
  const fresh = [...waiting.values()].filter(({ task }) => !known.has(task));
  if (fresh.length === 0 && kept.length === queue.length) return queue;
  return [...kept, ...sortForRun(fresh).map(({ task }) => task)];
}

/** Returns the task after this one; after the last one, the first that is left. Null without any. */
export function nextInRun(queue: readonly string[], current: string): string | null {
  const at = queue.indexOf(current);
  return queue[at + 1] ?? queue.find((task) => task !== current) ?? null;
}

/** Returns the neighbour of a task; null at the ends. A task that is not in the queue is before the first one. */
export function neighbourInRun(
  queue: readonly string[],
  current: string,
  step: 1 | -1,
): string | null {
  return queue[queue.indexOf(current) + step] ?? null;
}

/** Returns the tasks that wait for a decision of the person and match the filter of the run. */
export function runTasks(items: readonly FactLine[], me: string, q: string): FactLine[] {
  return items.filter(
    (line) =>
      line.turn.who === me && line.state !== "approved" && (q === "" || matchesLine(line, q)),
  );
}

/** Counts down: `23 left, about 31 min`. */
export function leftText(lines: readonly Pick<FactLine, "minutes">[]): string {
  const minutes = lines.reduce((sum, line) => sum + line.minutes, 0);
  return minutes === 0 ? `${lines.length} left` : `${lines.length} left, ${minutesText(minutes)}`;
}
