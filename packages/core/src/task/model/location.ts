import type { ActorId } from "../../kernel/ids.ts";
import type { WorkLocation } from "./commands.ts";
import type { Task } from "./state.ts";

/** Replaces the branch name where a commit is checked out without a branch. No branch can have this name. */
export const NO_BRANCH = "HEAD";

export function isSameLocation(one: WorkLocation, other: WorkLocation): boolean {
  return one.branch === other.branch && one.worktree === other.worktree;
}

/** `/work/fix (branch agent/fix)`. */
export function locationText({ branch, worktree }: WorkLocation): string {
  const on = branch === NO_BRANCH ? "no branch" : `branch ${branch}`;
  return worktree === null ? on : `${worktree} (${on})`;
}

/** The task as work of this author; a client that does not say where keeps what is known of the same author. */
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

/** A task without content can be begun anywhere; content stays where it is. */
export function unstarted(task: Task): Task {
  return task.round === null ? withoutLocation(task) : task;
}
