import type { LogEntry, TaskEvent } from "../model/events.ts";
import type { Task } from "../model/state.ts";
import { apply } from "./apply.ts";

/** Folds a log into the state of its task. The same log always gives the same task. */
export function fold(log: readonly LogEntry[]): Task {
  const [first, ...rest] = log;
  if (first?.event.type !== "created") throw new Error("a log begins with `created`");
  return rest.reduce((task, entry) => applyEntry(task, entry), createdTask(first.event));
}

/** Applies one entry of the log. A gap or a repetition means a corrupt log. */
export function applyEntry(task: Task, entry: LogEntry): Task {
  if (entry.seq !== task.seq + 1)
    throw new Error(`log of ${task.id}: entry ${entry.seq} follows ${task.seq}`);
  return { ...apply(task, entry.event), seq: entry.seq };
}

export function createdTask(event: Extract<TaskEvent, { type: "created" }>): Task {
  return {
    id: event.id,
    seq: 1,
    title: event.title,
    repo: event.repo,
    type: event.taskType,
    department: event.department,
    ...(event.statedBy === undefined ? {} : { statedBy: event.statedBy }),
    priority: event.priority,
    labels: event.labels,
    modeChoices: [],
    assignee: event.assignee,
    authors: event.assignee === null ? [] : [event.assignee],
    authorFamily: event.authorFamily,
    sponsor: event.sponsor,
    committers: [],
    ...(event.location === undefined ? {} : { location: event.location }),
    ...(event.origin === undefined ? {} : { origin: event.origin }),
    ...(event.description === undefined ? {} : { description: event.description }),
    ...(event.acceptance === undefined ? {} : { acceptance: event.acceptance }),
    attempt: 1,
    attemptLimit: null,
    costUsd: 0,
    budgetUsd: null,
    phase: { is: "open" },
    round: null,
    previous: null,
    checkups: 0,
    checkup: null,
    grace: null,
    findings: [],
    feedback: [],
    issues: [],
    flags: [],
    rejections: {},
  };
}
