import { createHash } from "node:crypto";
import { Command, listFacts, type Task, turnOf } from "@countersign/core";
import type {
  ClientCommand,
  EngineStatus,
  InboxCounts,
  ListedFile,
  Principal,
  RepositorySummary,
  TaskSummary,
} from "@countersign/engine";
import type { MemoryTasks } from "./memory-tasks.ts";

export const MEMORY_LIMITS = { attemptLimit: 3, maxTokens: 1_500 };

export const MEMORY_FILE: ListedFile = {
  path: "src/app.ts",
  what: "modified",
  linesAdded: 1,
  linesDeleted: 1,
  isGenerated: false,
  domains: [],
  findings: 0,
  digest: null,
  unshown: null,
};

/** Returns a client's command with the fields that the engine fills in. */
export function filledIn(key: string, said: ClientCommand): Exclude<Command, { type: "create" }> {
  const id = `vrd_${createHash("sha256").update(key).digest("hex").slice(0, 32)}`;
  const given =
    said.type === "approve"
      ? { requirement: "layer:owner", id, ...said }
      : { ...(said.type === "record_verdict" && { id }), ...said };
  const command = Command.parse(given);
  if (command.type === "create") throw new Error("A task is created by a call of its own");
  return command;
}

export function memoryLine(task: Task, updatedMs: number): TaskSummary {
  const { holder, who } = turnOf(task);
  return {
    ...listFacts(task, MEMORY_LIMITS.attemptLimit),
    task: task.id,
    state: task.phase.is,
    turnHolder: holder,
    turnWho: who,
    gate: task.round?.decision?.gate ?? null,
    priority: task.priority,
    title: task.title,
    repo: task.repo,
    location: task.location ?? null,
    updatedMs,
    waitingSinceMs: updatedMs,
  };
}

type Countable = {
  tasks: MemoryTasks;
  repositories: ReadonlyMap<string, RepositorySummary>;
};

export function memoryStatus({ tasks, repositories }: Countable, by: Principal): EngineStatus {
  const none = { open: 0, in_progress: 0, reviewing: 0, rework: 0, held: 0 };
  const counts = { ...none, approved: 0, merging: 0, done: 0, rejected: 0 };
  let waitingForMe = 0;
  for (const { task } of tasks.kept.values()) {
    counts[task.phase.is] += 1;
    if (turnOf(task).who === by.actor.id) waitingForMe += 1;
  }
  const listed = [...repositories.values()];
  return { counts, waitingForMe, snoozed: 0, repositories: listed, sandbox: "none" };
}

/** Counts every task as one of the agents. */
export function memorySections({ tasks }: Countable): InboxCounts {
  const none = { held: 0, merge: 0, yours: 0, ready: 0, others: 0, reviewers: 0, done: 0 };
  return { ...none, agents: tasks.kept.size };
}
