import { applyBatch } from "./apply-batch.ts";
import {
  applyAside,
  applyDecision,
  type DeciderDeps,
  type PutAside,
  type UndoRequest,
} from "./apply-request.ts";
import type { TaskDecision } from "./decision.ts";
import { decidedText, undoneText } from "./decision-text.ts";

export type Decider = {
  /** Sends everything that one key or button decided. Returns at once: the page shows the next task. */
  decide(decisions: readonly TaskDecision[]): void;
  /** Hides a task from the lists by something other than a decision, such as a snooze. */
  putAside(aside: PutAside): void;
  /** Undoes everything that the last key or button did. */
  undoLast(): void;
  /** Calls back with undone tasks until the returned function is called. */
  onUndone(listener: (tasks: readonly string[]) => void): () => void;
};

type DeciderOptions = Omit<DeciderDeps, "mark"> & {
  /** Reports the decided tasks with the log entry of each decision; rows before it are out of date. */
  onDecided(decided: ReadonlyMap<string, number>): void;
};

/** Creates the functions that decide. Lists leave decided tasks out before the engine has answered. */
export function createDecider({ onDecided, ...options }: DeciderOptions): Decider {
  const { show } = options;
  /** What each key or button did, oldest first. */
  const presses: (readonly UndoRequest[])[] = [];
  const listeners = new Set<(tasks: readonly string[]) => void>();
  let decided: ReadonlyMap<string, number> = new Map();
  const deps: DeciderDeps = {
    ...options,
    mark(task, seq) {
      decided = new Map([...decided, [task, seq]]);
      onDecided(decided);
    },
  };

  const undoLast = (): void => {
    const last = presses.pop();
    if (last === undefined) {
      show("There is no decision of yours to undo.");
      return;
    }
    void Promise.all(last.map((undo) => undo())).then((undone) => {
      const tasks = undone.flat();
      if (tasks.length === 0) return;
      show(undoneText(tasks));
      for (const listener of listeners) listener(tasks);
    });
  };

  return {
    undoLast,
    decide(decisions) {
      if (decisions.length === 0) return;
      show(decidedText(decisions), undoLast);
      const approvals = decisions.filter((decision) => decision.act === "approve");
      const isBatch = decisions.length > 1 && approvals.length === decisions.length;
      presses.push(
        isBatch
          ? [applyBatch(deps, approvals)]
          : decisions.map((decision) => applyDecision(deps, decision)),
      );
    },
    putAside(aside) {
      show(aside.text, undoLast);
      presses.push([applyAside(deps, aside)]);
    },
    onUndone(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
