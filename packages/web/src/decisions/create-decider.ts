import type { Client } from "@countersign/api";
import { sendUndo, type TaskDecision } from "./decision.ts";
import { decidedText, refusalText, undoneText } from "./decision-text.ts";
import { type DecisionResult, sendUntilAnswered, toCountersignError } from "./send-decisions.ts";

export type Decider = {
  /** Sends everything that one key or button decided. Returns at once: the page shows the next task. */
  decide(decisions: readonly TaskDecision[]): void;
  /** Undoes everything that the last key or button decided. */
  undoLast(): void;
  /** Calls back with undone tasks until the returned function is called. */
  onUndone(listener: (tasks: readonly string[]) => void): () => void;
};

export type DeciderDeps = {
  engine: Client;
  /** Reports the decided tasks with the log entry of each decision; rows before it are out of date. */
  onDecided(decided: ReadonlyMap<string, number>): void;
  /** Called when a task must be loaded again. */
  onChanged(task: string): void;
  show(text: string, undo?: () => void): void;
  fail(text: string): void;
};

/** The decisions of one key or button, and the engine's responses to them. */
type Press = { results: Promise<DecisionResult>[] };

/** Creates the functions that decide. Lists leave decided tasks out before the engine has answered. */
export function createDecider(deps: DeciderDeps): Decider {
  const { engine, onDecided, onChanged, show, fail } = deps;
  const presses: Press[] = [];
  const listeners = new Set<(tasks: readonly string[]) => void>();
  let decided: ReadonlyMap<string, number> = new Map();
  const mark = (tasks: readonly string[], seq: number): void => {
    decided = new Map([...decided, ...tasks.map((task) => [task, seq] as const)]);
    onDecided(decided);
  };

  const send = async (decision: TaskDecision): Promise<DecisionResult> => {
    const { task, act } = decision;
    const result = await sendUntilAnswered(decision, {
      engine,
      onWaiting: () => fail(`The engine does not answer. ${task}: ${act} is kept and sent again.`),
    });
    if (result.is === "applied") mark([task], result.answer.seq);
    else {
      mark([task], 0);
      fail(refusalText(decision, result.error, result.now));
    }
    onChanged(task);
    return result;
  };

  /** Returns the task if its decision is undone. */
  const undo = async (sending: Promise<DecisionResult>): Promise<string[]> => {
    const result = await sending;
    if (result.is === "refused") return [];
    const { task } = result.decision;
    try {
      await sendUndo(engine, result.decision);
    } catch (thrown) {
      fail(`Cannot undo ${task}: ${toCountersignError(thrown).message}`);
      return [];
    }
    mark([task], 0);
    onChanged(task);
    return [task];
  };

  const undoLast = (): void => {
    const last = presses.pop();
    if (last === undefined) {
      show("There is no decision of yours to undo.");
      return;
    }
    void Promise.all(last.results.map(undo)).then((undone) => {
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
      mark(
        decisions.map(({ task }) => task),
        Number.POSITIVE_INFINITY,
      );
      show(decidedText(decisions), undoLast);
      presses.push({ results: decisions.map(send) });
    },
    onUndone(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
