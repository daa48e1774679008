import type { PlannedPart } from "./schema/task-body.ts";

/** A planned part, and the end of the log after which it was written. */
export type KnownPart = { hash: string; part: PlannedPart };

export type PlannedCache = {
  /** Returns the part of a task that this process last read or wrote. Null if it knows none. */
  known(org: string, taskId: string): KnownPart | null;
  keep(org: string, taskId: string, known: KnownPart): void;
};

/** Changed files in the facts that a process keeps, some 500 bytes each. A part counts as ten more. */
const MAX_FILES = 50_000;

/**
 * Keeps the planned parts of the tasks that this process worked on last, so that a command does not read them
 * again. A part never changes under its hash, so one that is out of date is only of no use.
 */
export function createPlannedCache(maxFiles = MAX_FILES): PlannedCache {
  const kept = new Map<string, KnownPart>();
  let files = 0;
  const drop = (key: string) => {
    const known = kept.get(key);
    if (known === undefined) return;
    files -= weightOf(known);
    kept.delete(key);
  };
  return {
    known: (org, taskId) => kept.get(keyOf(org, taskId)) ?? null,
    keep(org, taskId, known) {
      const key = keyOf(org, taskId);
      drop(key);
      kept.set(key, known);
      files += weightOf(known);
      for (const oldest of kept.keys()) {
        if (files <= maxFiles) break;
        drop(oldest);
      }
    },
  };
}

function keyOf(org: string, taskId: string): string {
  return `${org}/${taskId}`;
}

function weightOf({ part }: KnownPart): number {
  return 10 + (part.facts?.files.length ?? 0);
}
