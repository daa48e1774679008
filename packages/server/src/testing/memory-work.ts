import { randomBytes } from "node:crypto";
import type { Command, Task, TaskLocation } from "@countersign/core";
import type { NewTask, Submission } from "@countersign/engine";

type Submitted = Omit<Extract<Command, { type: "submit" }>, "content">;

export function newTask({ id, title, repo }: NewTask): Extract<Command, { type: "create" }> {
  return {
    type: "create",
    id: id ?? `cs-${randomBytes(4).toString("hex")}`,
    title,
    repo,
    taskType: null,
    department: null,
    priority: "P1",
    labels: [],
    assignee: null,
    authorFamily: null,
    sponsor: null,
  };
}

export function submitted({ signal, summary, answers = [], location }: Submission): Submitted {
  return {
    type: "submit",
    signal,
    summary,
    askedType: null,
    committers: [],
    answers: [...answers],
    ...(location !== undefined && { location }),
  };
}

export function isAt({ location }: Task, wanted: Partial<TaskLocation>): boolean {
  const { author, branch, worktree } = wanted;
  return (
    (author === undefined || location?.author === author) &&
    (branch === undefined || location?.branch === branch) &&
    (worktree === undefined || location?.worktree === worktree)
  );
}

/** Work that names no task, as a client submits it. */
export const WORK = {
  repo: "shop",
  title: "Fix the door",
  from: { worktree: "/work/fix" },
  location: { branch: "agent/fix", worktree: "/work/fix" },
} as const;
