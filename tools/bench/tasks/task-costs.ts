import type { MessageCount } from "../../../packages/engine/src/testing/count-messages.ts";
import { roundFigure } from "../side-by-side.ts";

/** All counters at one moment of a run. Each only grows. */
export type CostSnapshot = {
  ms: number;
  tasks: number;
  /** CPU time of this process: the engine, and the bench's authors and agents. */
  engineCpuMs: number;
  /** CPU time of the processes that the engine starts. */
  gitCpuMs: number;
  postgresCpuMs: number;
  commits: number;
  walBytes: number;
  statements: number;
  gitProcesses: number;
  moves: number;
  lockedMs: number;
  jobs: ReadonlyMap<string, number>;
  messages: ReadonlyMap<string, MessageCount>;
};

/** What one task costs, on average over a window. */
export type TaskCosts = {
  tasksPerSecond: number;
  statementsPerTask: number;
  /** CPU time of the engine's own process, without git and PostgreSQL. */
  cpuMsPerTask: number;
  gitCpuMsPerTask: number;
  postgresCpuMsPerTask: number;
  commitsPerTask: number;
  walKbPerTask: number;
  messagesPerTask: number;
  roundTripsPerTask: number;
  /** Messages per task by origin. `bench` are the bench's own reads. */
  messagesByOrigin: Readonly<Record<string, number>>;
  gitProcessesPerTask: number;
  jobsPerTask: number;
  jobsByKind: Readonly<Record<string, number>>;
  /** Messages of the queue itself per job, including those that enqueue it. */
  messagesPerJob: number;
  /** How long the target branch is locked per merge. Null without merges. */
  targetLockedMs: number | null;
};

/** Calculates the cost of the tasks that were done between two snapshots. */
export function calculateCosts(before: CostSnapshot, after: CostSnapshot): TaskCosts {
  const tasks = after.tasks - before.tasks;
  const perTask = (field: NumericField) => roundFigure((after[field] - before[field]) / tasks);
  const messages = subtract(countOf(after, "messages"), countOf(before, "messages"));
  const roundTrips = subtract(countOf(after, "roundTrips"), countOf(before, "roundTrips"));
  const jobs = subtract(after.jobs, before.jobs);
  const moves = after.moves - before.moves;
  return {
    tasksPerSecond: roundFigure((tasks * 1_000) / (after.ms - before.ms)),
    statementsPerTask: perTask("statements"),
    cpuMsPerTask: perTask("engineCpuMs"),
    gitCpuMsPerTask: perTask("gitCpuMs"),
    postgresCpuMsPerTask: perTask("postgresCpuMs"),
    commitsPerTask: perTask("commits"),
    walKbPerTask: roundFigure((after.walBytes - before.walBytes) / 1_024 / tasks),
    messagesPerTask: roundFigure(sum(messages) / tasks),
    roundTripsPerTask: roundFigure(sum(roundTrips) / tasks),
    messagesByOrigin: divide(messages, tasks),
    gitProcessesPerTask: perTask("gitProcesses"),
    jobsPerTask: roundFigure(sum(jobs) / tasks),
    jobsByKind: divide(jobs, tasks),
    messagesPerJob: roundFigure((messages.get("queue") ?? 0) / sum(jobs)),
    targetLockedMs: moves === 0 ? null : roundFigure((after.lockedMs - before.lockedMs) / moves),
  };
}

/**
 * Returns the share of the queue's own speed that complete tasks reach: 1 if a task took no longer than its jobs
 * take on the bare queue.
 */
export function calculateTaskRatio(
  { tasksPerSecond, jobsPerTask }: Pick<TaskCosts, "tasksPerSecond" | "jobsPerTask">,
  bareJobsPerSecond: number,
): number {
  return roundFigure(tasksPerSecond / (bareJobsPerSecond / jobsPerTask));
}

/** What the timers of finished tasks cost when they fire. */
export type TimerCosts = {
  /** Delayed jobs per finished task that still fire. */
  timersPerTask: number;
  /** Messages of one such job: those of its handler and those of the queue. */
  messagesPerTimer: number;
  /** Messages per task that the run did not contain. */
  laterMessagesPerTask: number;
};

export function calculateTimerCosts(counts: {
  tasks: number;
  timers: number;
  /** Timers that were run to count their messages. */
  fired: number;
  firedMessages: number;
  messagesPerJob: number;
}): TimerCosts {
  const { tasks, timers, fired, firedMessages, messagesPerJob } = counts;
  const each = fired === 0 ? 0 : firedMessages / fired + messagesPerJob;
  return {
    timersPerTask: roundFigure(timers / tasks),
    messagesPerTimer: roundFigure(each),
    laterMessagesPerTask: roundFigure((timers / tasks) * each),
  };
}

type NumericField = {
  [Field in keyof CostSnapshot]: CostSnapshot[Field] extends number ? Field : never;
}[keyof CostSnapshot];

function countOf({ messages }: CostSnapshot, field: keyof MessageCount): Map<string, number> {
  return new Map([...messages].map(([origin, count]) => [origin, count[field]]));
}

function subtract(after: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>) {
  return new Map([...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

function divide(counts: ReadonlyMap<string, number>, by: number): Record<string, number> {
  return Object.fromEntries([...counts].map(([name, count]) => [name, roundFigure(count / by)]));
}
