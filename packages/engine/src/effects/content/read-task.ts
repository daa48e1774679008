import type { Context, Task } from "@countersign/core";
import { commandContext } from "../../execute/command-context.ts";
import type { EngineDeps } from "../../execute/engine-deps.ts";
import { transact } from "../../platform/transact.ts";
import { ENGINE } from "../../store/names/engine-keys.ts";
import { loadTask } from "../../store/task-store.ts";

/** Reads a task and its context in one transaction. Returns null if the task does not exist. */
export async function readTask(
  parts: Pick<EngineDeps, "pool" | "policies" | "runners" | "readiness">,
  org: string,
  id: string,
): Promise<{ task: Task; context: Context } | null> {
  return await transact(parts.pool, org, async (session) => {
    const task = await loadTask(session, org, id);
    if (task === null) return null;
    return { task, context: await commandContext(parts, org, ENGINE).readContext(session, task) };
  });
}
