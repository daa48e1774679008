import { describe, expect, it } from "vitest";
import {
  type CostSnapshot,
  calculateCosts,
  calculateTaskRatio,
  calculateTimerCosts,
} from "./task-costs.ts";

const BEFORE: CostSnapshot = {
  ms: 5_000,
  tasks: 10,
  engineCpuMs: 1_000,
  gitCpuMs: 100,
  postgresCpuMs: 2_000,
  commits: 500,
  walBytes: 1_024_000,
  statements: 3_000,
  gitProcesses: 7,
  moves: 3,
  lockedMs: 90,
  jobs: new Map([["merge", 10]]),
  messages: new Map([["queue", { messages: 100, roundTrips: 100 }]]),
};

const AFTER: CostSnapshot = {
  ms: 15_000,
  tasks: 110,
  engineCpuMs: 5_000,
  gitCpuMs: 300,
  postgresCpuMs: 4_000,
  commits: 7_000,
  walBytes: 1_024_000 + 8_192_000,
  statements: 25_000,
  gitProcesses: 227,
  moves: 103,
  lockedMs: 4_090,
  jobs: new Map([
    ["merge", 110],
    ["read_content", 100],
  ]),
  messages: new Map([
    ["queue", { messages: 4_100, roundTrips: 4_100 }],
    ["jobs", { messages: 2_000, roundTrips: 800 }],
  ]),
};

describe("the cost of a task", () => {
  it("is the growth of each counter divided by the tasks of the window", () => {
    expect(calculateCosts(BEFORE, AFTER)).toEqual({
      tasksPerSecond: 10,
      statementsPerTask: 220,
      cpuMsPerTask: 40,
      gitCpuMsPerTask: 2,
      postgresCpuMsPerTask: 20,
      commitsPerTask: 65,
      walKbPerTask: 80,
      messagesPerTask: 60,
      roundTripsPerTask: 48,
      messagesByOrigin: { queue: 40, jobs: 20 },
      gitProcessesPerTask: 2.2,
      jobsPerTask: 2,
      jobsByKind: { merge: 1, read_content: 1 },
      messagesPerJob: 20,
      targetLockedMs: 40,
    });
  });

  it("has no time of a locked target without merges", () => {
    const costs = calculateCosts(BEFORE, { ...AFTER, moves: 3, lockedMs: 90 });

    expect(costs.targetLockedMs).toBeNull();
  });

  it.each([
    ["tasks as fast as their jobs on the bare queue", 20, 5, 100, 1],
    ["tasks that reach a quarter of that speed", 20, 5, 400, 0.25],
    ["fewer jobs at the same rate of tasks", 20, 2, 400, 0.1],
  ])("relates to the bare queue: %s", (_case, tasksPerSecond, jobsPerTask, bare, ratio) => {
    expect(calculateTaskRatio({ tasksPerSecond, jobsPerTask }, bare)).toBe(ratio);
  });

  it("includes the timers that fire after the task is done", () => {
    const counts = { tasks: 100, timers: 240, fired: 20, firedMessages: 140, messagesPerJob: 23 };

    expect(calculateTimerCosts(counts)).toEqual({
      timersPerTask: 2.4,
      messagesPerTimer: 30,
      laterMessagesPerTask: 72,
    });
  });

  it("includes nothing for timers if no timer is left", () => {
    const counts = { tasks: 100, timers: 0, fired: 0, firedMessages: 0, messagesPerJob: 23 };

    expect(calculateTimerCosts(counts)).toMatchObject({ laterMessagesPerTask: 0 });
  });
});
