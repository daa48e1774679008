import type { Context, Task } from "@countersign/core";
import { readTaskWithRows } from "../store/context-rows.ts";
import { ENGINE } from "../store/names/engine-keys.ts";
import { commandContext } from "./command-context.ts";
import type { EngineScope } from "./engine-scope.ts";

/** Reads a task and its context at one moment. Returns null if the task does not exist. */
export async function readTaskWithContext(
  scope: Pick<EngineScope, "read" | "reading" | "policies" | "runners" | "readiness">,
  id: string,
): Promise<{ task: Task; context: Context } | null> {
  const read = await scope.read((session) => readTaskWithRows(session, id));
  if (read === null) return null;
  const { task, rows } = read;
  const { readContext } = commandContext(scope, ENGINE);
  return { task, context: await readContext(scope.reading, task, rows) };
}
