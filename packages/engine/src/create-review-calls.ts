import type { Principal } from "./access/principal.ts";
import { approveBatch, undoBatch } from "./commands/approve-batch.ts";
import { changeFiles } from "./commands/change-files.ts";
import { diff } from "./commands/diff.ts";
import { feedback } from "./commands/feedback.ts";
import { createOwnReading, type OwnReading } from "./commands/own-reading.ts";
import { previewRedo } from "./commands/preview-redo.ts";
import { rounds } from "./commands/rounds.ts";
import { tryModes } from "./commands/try-modes.ts";
import { why } from "./commands/why.ts";
import type { Engine } from "./engine.ts";
import type { EngineScope } from "./execute/engine-scope.ts";

type Reviewing =
  | "diff"
  | "changeFiles"
  | "rounds"
  | "why"
  | "tryModes"
  | "feedback"
  | "previewRedo"
  | "approveBatch"
  | "undoBatch"
  | keyof OwnReading;

/** Creates the calls that show a review. */
export function createReviewCalls(
  scopeFor: (by: Principal) => EngineScope,
): Pick<Engine, Reviewing> {
  return {
    diff: (by, id, query) => diff(scopeFor(by), by, id, query),
    changeFiles: (by, id, query) => changeFiles(scopeFor(by), by, id, query),
    rounds: (by, id) => rounds(scopeFor(by), by, id),
    why: (by, id) => why(scopeFor(by), by, id),
    tryModes: (by, id) => tryModes(scopeFor(by), by, id),
    feedback: (by, id) => feedback(scopeFor(by), by, id),
    previewRedo: (by, id, request) => previewRedo(scopeFor(by), by, id, request),
    approveBatch: (by, key, shown) => approveBatch(scopeFor(by), by, key, shown),
    undoBatch: (by, key, batch) => undoBatch(scopeFor(by), by, key, batch),
    ...createOwnReading(scopeFor),
  };
}
