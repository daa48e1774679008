import type { Client } from "@countersign/api";
import { sendShownDecision, sendUndo, type TaskDecision } from "./decision.ts";
import { refusalText } from "./decision-text.ts";
import { sendUntilAnswered, toCountersignError } from "./send-until-answered.ts";

export type DeciderDeps = {
  engine: Client;
  /** Hides a task from lists whose row is older than this log entry; 0 shows it again. */
  mark(task: string, seq: number): void;
  /** Called when a task must be loaded again. */
  onChanged(task: string): void;
  show(text: string, undo?: () => void): void;
  fail(text: string): void;
};

/** Undoes one request, and returns its task if it is as it was before. */
export type UndoRequest = () => Promise<string[]>;

/** A request after which a task is not in the lists until it changes. */
export type PutAside = {
  task: string;
  /** The last log entry that was on screen. */
  seq: number;
  text: string;
  send(): Promise<unknown>;
  undo(): Promise<unknown>;
};

/** Sends a decision, and returns the function that undoes it. An undo waits for the engine's answer. */
export function applyDecision(deps: DeciderDeps, decision: TaskDecision): UndoRequest {
  const { engine, mark, onChanged, fail } = deps;
  const { task, act } = decision;
  mark(task, Number.POSITIVE_INFINITY);
  const key = crypto.randomUUID();
  const sent = sendUntilAnswered(
    () => sendShownDecision(engine, decision, key),
    () => fail(`The engine does not answer. ${task}: ${act} is kept and sent again.`),
  )
    .then(({ seq }) => mark(task, seq))
    .then(
      () => true,
      async (thrown: unknown) => {
        mark(task, 0);
        // The current task explains the refusal.
        const now = await engine.showTask({ task }).catch(() => null);
        fail(refusalText(decision, toCountersignError(thrown), now));
        return false;
      },
    )
    .finally(() => onChanged(task));
  return async () =>
    (await sent) ? undoRequest(deps, task, () => sendUndo(engine, decision)) : [];
}

/** Sends a request that puts a task aside, and returns the function that undoes it. */
export function applyAside(deps: DeciderDeps, { task, seq, send, undo }: PutAside): UndoRequest {
  const { mark, onChanged, fail } = deps;
  mark(task, Number.POSITIVE_INFINITY);
  const sent = send()
    .then(() => null, toCountersignError)
    .then((refusal) => {
      mark(task, refusal === null ? seq + 1 : 0);
      if (refusal !== null) fail(`Cannot snooze ${task}: ${refusal.message}`);
      onChanged(task);
      return refusal === null;
    });
  return async () => ((await sent) ? undoRequest(deps, task, undo) : []);
}

async function undoRequest(
  { mark, onChanged, fail }: DeciderDeps,
  task: string,
  undo: () => Promise<unknown>,
): Promise<string[]> {
  const refusal = await undo().then(() => null, toCountersignError);
  if (refusal === null) mark(task, 0);
  else fail(`Cannot undo ${task}: ${refusal.message}`);
  onChanged(task);
  return refusal === null ? [task] : [];
}
