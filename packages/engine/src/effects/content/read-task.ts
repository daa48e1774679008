import type { Context, Task } from "@countersign/core";
import type { Parts } from "../../execute/parts.ts";
import { surroundings } from "../../execute/surroundings.ts";
import { transact } from "../../platform/transact.ts";
import { ENGINE } from "../../store/names/engine-actor.ts";
import { loadTask } from "../../store/task-store.ts";

/** A task and what surrounds it, of one moment; null if there is no such task. */
export async function readTask(
  parts: Pick<Parts, "pool" | "policies" | "runners" | "readiness">,
  org: string,
  id: string,
): Promise<{ task: Task; context: Context } | null> {
  return await transact(parts.pool, org, async (session) => {
    const task = await loadTask(session, org, id);
    if (task === null) return null;
    return { task, context: await surroundings(parts, org, ENGINE).read(session, task) };
  });
}
