import { randomBytes } from "node:crypto";
import type { Client } from "@countersign/api";
import { CONTINUED_PHASES, type Command, type Task, type TaskLocation } from "@countersign/core";
import type { NewTask, Submission, WorkSubmission } from "@countersign/engine";

type Submitted = Omit<Extract<Command, { type: "submit" }>, "content">;

export function newTask({
  id,
  title,
  repo,
  description,
  acceptance,
}: NewTask): Extract<Command, { type: "create" }> {
  return {
    ...(description !== undefined && { description }),
    ...(acceptance !== undefined && { acceptance: [...acceptance] }),
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
    changedPaths: [],
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

/** Finds the task that work without a task name continues, as the engine does. */
export function openTaskOf(
  kept: readonly { task: Task }[],
  author: string,
  { location, formerTask }: Pick<WorkSubmission, "location" | "formerTask">,
): string | undefined {
  const rank = ({ phase }: Task) => CONTINUED_PHASES.indexOf(phase.is);
  const open = kept.map(({ task }) => task).filter((task) => rank(task) !== -1);
  const here = open.filter((task) => isAt(task, { author, ...location }));
  const isRemote = location?.worktree === null;
  const begun = open
    .filter((task) => task.location === undefined && task.assignee === author)
    .filter(({ id, phase }) => (isRemote ? phase.is !== "open" : id === formerTask));
  const [first] = [...here.toSorted((a, b) => rank(a) - rank(b)), ...begun];
  return first?.id;
}

/** Work without a task name, as a client submits it. */
export const WORK = {
  repo: "shop",
  title: "Fix the door",
  from: { worktree: "/work/fix" },
  location: { branch: "agent/fix", worktree: "/work/fix" },
} as const;

/** Reads the author's next assignment and claims it. */
export async function takeNext(author: Pick<Client, "nextAssignment" | "takeAssignment">) {
  const { assignment } = await author.nextAssignment({});
  const { taken } = await author.takeAssignment({ body: {} });
  if (taken?.task !== assignment?.task) throw new Error("Another task was taken than was named");
}
