import type { ActorId } from "../../kernel/ids.ts";
import type { WorkLocation } from "./commands.ts";
import type { Task } from "./state.ts";

/** The branch name of a checkout without a branch. No branch can have this name. */
export const NO_BRANCH = "HEAD";

export function isSameLocation(one: WorkLocation, other: WorkLocation): boolean {
  return one.branch === other.branch && one.worktree === other.worktree;
}

/** `/work/fix (branch agent/fix)`. */
export function locationText({ branch, worktree }: WorkLocation): string {
  const on = branch === NO_BRANCH ? "no branch" : `branch ${branch}`;
  return worktree === null ? on : `${worktree} (${on})`;
}

/** Returns the task with its location. Without a new location, the known one of the same author stays. */
export function withLocation(
  task: Task,
  author: ActorId,
  location: WorkLocation | undefined,
): Task {
  if (location !== undefined) return { ...task, location: { author, ...location } };
  return task.location?.author === author ? task : withoutLocation(task);
}

export function withoutLocation({ location: _, ...task }: Task): Task {
  return task;
}

/** Removes the location of a task without content, so that it can start anywhere. */
export function unstarted(task: Task): Task {
  return task.round === null ? withoutLocation(task) : task;
}
