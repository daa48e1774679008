import { CountersignError } from "@countersign/core";
import type { TaskStore } from "../store/task-store.ts";
import { requirePermission } from "./permissions.ts";
import type { Principal } from "./principal.ts";

/** Returns the only task that the caller may read. Undefined for all tasks of the organisation. */
export function readableTask(by: Principal): string | undefined {
  const task = by.task ?? undefined;
  requirePermission(by, "read", task);
  return task;
}

/** Returns the only repository that the caller may read, which is its task's. Undefined for all. */
export async function readableRepository(
  { store }: { store: TaskStore },
  by: Principal,
): Promise<string | undefined> {
  const task = readableTask(by);
  return task === undefined ? undefined : ((await store.load(by.org, task))?.repo ?? "");
}

/** Refuses a repository that does not contain the caller's task. */
export async function requireReadable(
  deps: { store: TaskStore },
  by: Principal,
  repo: string,
): Promise<void> {
  const only = await readableRepository(deps, by);
  if (only !== undefined && only !== repo)
    throw new CountersignError("forbidden", `This credential is only valid for ${by.task}.`);
}
