import type { Context, Task } from "@countersign/core";
import { ENGINE } from "../store/names/engine-keys.ts";
import { commandContext } from "./command-context.ts";
import type { EngineScope } from "./engine-scope.ts";

/** Reads a task and its context in one transaction. Returns null if the task does not exist. */
export async function readTaskWithContext(
  scope: Pick<EngineScope, "transact" | "store" | "policies" | "runners" | "readiness" | "org">,
  id: string,
): Promise<{ task: Task; context: Context } | null> {
  return await scope.transact(
    async (session) => {
      const read = await scope.store.loadWithRows(session, id);
      if (read === null) return null;
      const { task, rows } = read;
      const context = await commandContext(scope, ENGINE).readContext(session, task, rows);
      return { task, context };
    },
    { plansOnce: true },
  );
}
