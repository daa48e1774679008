import {
  type Context,
  CountersignError,
  type Mode,
  type Task,
  type TaskTurn,
  toShown,
  transition,
  turnOf,
} from "@countersign/core";
import { requirePermission } from "../access/permissions.ts";
import { type Principal, principalActor } from "../access/principal.ts";
import { commandContext } from "../execute/command-context.ts";
import type { EngineScope } from "../execute/engine-scope.ts";
import { notFound } from "../store/locked-rows.ts";

/** Modes, strictest first. */
const MODES: readonly Mode[] = ["per-task", "batch", "auto", "skip"];

/** The effect of another mode on a task. */
export type TriedMode = {
  mode: Mode;
  /** Why the caller cannot choose it. Null if they can. */
  refused: string | null;
  /** The resulting mode, because labels and paths may require a stricter one. */
  becomes: Mode | null;
  state: Task["phase"]["is"];
  turn: TaskTurn;
  /** The requirements that would still wait for an answer. */
  waitsFor: readonly string[];
};

/** Previews the effect of each mode on a task if the caller chose it. Changes nothing. */
export async function tryModes(
  scope: Pick<EngineScope, "transact" | "store" | "policies" | "runners" | "readiness">,
  by: Principal,
  taskId: string,
): Promise<TriedMode[]> {
  requirePermission(by, "change_mode", taskId);
  const { transact, store } = scope;
  const { readContext } = commandContext(scope, principalActor(by));
  return await transact(async (session) => {
    const { task, rows } = (await store.loadWithRows(session, taskId)) ?? notFound(taskId);
    return triedModes(task, await readContext(session, task, rows));
  });
}

/** Previews the modes of a task in a context. */
export function triedModes(task: Task, context: Context): TriedMode[] {
  return MODES.map((mode) => {
    try {
      const after = transition(task, { type: "change_mode", ...toShown(task), mode }, context).task;
      return { mode, refused: null, ...taskStanding(after) };
    } catch (error) {
      if (!(error instanceof CountersignError)) throw error;
      return { mode, refused: error.message, ...taskStanding(task) };
    }
  });
}

function taskStanding(task: Task): Omit<TriedMode, "mode" | "refused"> {
  return {
    becomes: task.round?.plan?.mode.mode ?? null,
    state: task.phase.is,
    turn: turnOf(task),
    waitsFor: task.round?.decision?.outstanding ?? [],
  };
}
