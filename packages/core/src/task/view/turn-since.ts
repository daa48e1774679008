import { applyEntry, fold } from "../fold/fold.ts";
import type { LogEntry } from "../model/events.ts";
import type { Task } from "../model/state.ts";
import { turnOf } from "./turn.ts";

/**
 * Returns when the turn of a task last changed.
 *
 * Entries of one step have the same time. The turn between them does not count.
 */
export function turnSinceMs(log: readonly LogEntry[]): number {
  const [first, ...rest] = log;
  if (first === undefined) return 0;
  let task = fold([first]);
  let known = { turn: turnText(task), sinceMs: first.atMs };
  for (const [index, entry] of rest.entries()) {
    task = applyEntry(task, entry);
    const isStepEnd = rest[index + 1]?.atMs !== entry.atMs;
    const turn = turnText(task);
    if (isStepEnd && turn !== known.turn) known = { turn, sinceMs: entry.atMs };
  }
  return known.sinceMs;
}

function turnText(task: Task): string {
  const { holder, who } = turnOf(task);
  return `${holder} ${who ?? ""}`;
}
