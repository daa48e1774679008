import { stat } from "node:fs/promises";
import type { ReviewerState } from "@countersign/engine";
import type { FoundProgram } from "./find-program.ts";

/** Asks a program for its version, unless this very file has said it before. */
export type VersionMemory = (
  program: FoundProgram,
  ask: () => Promise<ReviewerState>,
) => Promise<ReviewerState>;

/** Starting an agent's program takes seconds, and whether it can be asked is looked at before every question. */
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
