import { CountersignError } from "@countersign/core";
import type { TaskStore } from "../store/task-store.ts";
import { requirePermission } from "./permissions.ts";
import type { Principal } from "./principal.ts";

/** The only task that the asker may read about; undefined: all of the organisation. */
export function readableTask(by: Principal): string | undefined {
  const task = by.task ?? undefined;
  requirePermission(by, "read", task);
  return task;
}

/** The only repository that the asker may read about, which is that of its task; undefined: all of them. */
export async function readableRepository(
  { store }: { store: TaskStore },
  by: Principal,
): Promise<string | undefined> {
  const task = readableTask(by);
  return task === undefined ? undefined : ((await store.load(by.org, task))?.repo ?? "");
}

/** Refuses a repository that the asker's task is not in. */
export async function requireReadable(
  deps: { store: TaskStore },
  by: Principal,
  repo: string,
): Promise<void> {
  const only = await readableRepository(deps, by);
  if (only !== undefined && only !== repo)
    throw new CountersignError("forbidden", `This credential is for ${by.task} alone.`);
}
