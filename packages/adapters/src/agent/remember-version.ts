import { stat } from "node:fs/promises";
import type { ReviewerState } from "@countersign/engine";
import type { FoundProgram } from "./find-program.ts";

/** Returns the version of a program. Starts the program only if its file has changed. */
export type VersionMemory = (
  program: FoundProgram,
  ask: () => Promise<ReviewerState>,
) => Promise<ReviewerState>;

/**
 * Caches versions, because starting an agent's program takes seconds and every question checks it.
 */
export function createVersionMemory(): VersionMemory {
  const known = new Map<string, ReviewerState>();
  return async ({ path }, ask) => {
    const { mtimeMs, size, ino } = await stat(path);
    const key = [path, ino, size, mtimeMs].join("\n");
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const state = await ask();
    if (state.ok) known.set(key, state);
    return state;
  };
}
