import { type Client, findTasksAt, State, type TaskView } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { EngineFiles } from "../local-engine/files/engine-files.ts";
import { type Workplace, workplaceLocation } from "../workplace/find-workplace.ts";
import { formerBranchTask } from "./branch-task.ts";
import { knownRepository } from "./repository-here.ts";

/** The states of tasks that are neither done nor rejected. */
export const UNFINISHED_STATES: readonly State[] = State.options.filter(
  (state) => state !== "done" && state !== "rejected",
);

type TaskLookupDeps = { client: Client; files: Pick<EngineFiles, "directory"> };

/** The last task whose work is on this branch in this directory, of any author; null when there is none. */
export async function lastTaskHere(deps: TaskLookupDeps, place: Workplace): Promise<string | null> {
  const repository = await knownRepository(deps, place);
  if (repository !== null) {
    const at = { repo: repository.id, ...workplaceLocation(place) };
    const [open] = await findTasksAt(deps.client, at);
    if (open !== undefined) return open.task;
    const { branch, worktree } = at;
    const here = { repo: at.repo, branch, ...(worktree !== null && { worktree }), limit: 1 };
    const [last] = (await deps.client.listTasks(here)).items;
    if (last !== undefined) return last.task;
  }
  return await formerBranchTask(deps.files.directory, place);
}

/** The open task of one author on this branch in this directory; null when there is none. */
export async function openTaskOf(
  deps: TaskLookupDeps,
  author: string,
  repo: string,
  place: Workplace,
): Promise<TaskView | null> {
  const { client, files } = deps;
  const [line] = await findTasksAt(client, { repo, author, ...workplaceLocation(place) });
  if (line !== undefined) return await client.showTask({ task: line.task });
  const former = await formerBranchTask(files.directory, place);
  const view = former === null ? null : await client.showTask({ task: former }).catch(noTask);
  if (view === null || view.location !== null || !view.authors.includes(author)) return null;
  return view.state === "done" || view.state === "rejected" ? null : view;
}

function noTask(error: unknown): null {
  if (error instanceof CountersignError && error.code === "not_found") return null;
  throw error;
}
