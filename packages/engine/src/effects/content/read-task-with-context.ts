import type { Context, Task } from "@countersign/core";
import { commandContext } from "../../execute/command-context.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { ENGINE } from "../../store/names/engine-keys.ts";
import { loadTask } from "../../store/task-store.ts";

/** Reads a task and its context in one transaction. Returns null if the task does not exist. */
export async function readTaskWithContext(
  scope: Pick<EngineScope, "transact" | "policies" | "runners" | "readiness" | "org">,
  id: string,
): Promise<{ task: Task; context: Context } | null> {
  return await scope.transact(async (session) => {
    const task = await loadTask(session, id);
    if (task === null) return null;
    return { task, context: await commandContext(scope, ENGINE).readContext(session, task) };
  });
}
