import { describe, expect, it } from "vitest";
import { check, scenario } from "../../testing/scenario.ts";
import type { Task } from "../model/state.ts";
import { batchObstacles } from "./batch-obstacles.ts";

/** Waits for the owner; every check passed. */
function waiting(): Task {
  const play = scenario({ policy: { profile: "modes" } });
  play.submit();
  play.plan();
  play.passChecks();
  return play.task;
}

type Round = NonNullable<Task["round"]>;
type Plan = NonNullable<Round["plan"]>;

function withRound(change: (round: Round) => Partial<Round>): Task {
  const task = waiting();
  if (task.round === null) throw new Error("There is no round");
  return { ...task, round: { ...task.round, ...change(task.round) } };
}

function withPlan(change: (plan: Plan) => Partial<Plan>): Task {
  return withRound(({ plan }) => {
    if (plan === null) throw new Error("There is no plan");
    return { plan: { ...plan, ...change(plan) } };
  });
}

function withFacts(change: Partial<NonNullable<Round["facts"]>>): Task {
  return withRound(({ facts }) => {
    if (facts === null) throw new Error("There are no facts");
    return { facts: { ...facts, ...change } };
  });
}

function withFinding(): Task {
  const play = scenario({ policy: { profile: "modes" } });
  play.submit();
  play.plan();
  play.verdict("check:integrity", "concerns", check("integrity"), [{ severity: "warning" }]);
  play.passChecks();
  return play.task;
}

describe("batchObstacles", () => {
  it("is empty for a task of low risk whose checks passed", () => {
    expect(batchObstacles(waiting())).toEqual([]);
  });

  it.each<[obstacle: string, task: Task]>([
    ["not planned yet", { ...waiting(), round: null }],
    ["not planned yet", withRound(() => ({ plan: null }))],
    ["not planned yet", withRound(() => ({ facts: null }))],
    ["mode per-task", withPlan(({ mode }) => ({ mode: { ...mode, mode: "per-task" } }))],
    [
      "risk 7 of 10",
      withPlan(({ classification }) => ({ classification: { ...classification, risk: 7 } })),
    ],
    [
      "checks have not passed",
      withRound(({ verdicts }) => ({ verdicts: { ...verdicts, items: [] } })),
    ],
    ["checks have not passed", withPlan(() => ({ requirements: [] }))],
    ["gate pending", withRound(() => ({ decision: null }))],
    ["signal PARTIAL", withRound(() => ({ signal: "PARTIAL" }))],
    ["attempt 4 of at most 3", { ...waiting(), attempt: 4 }],
    [
      "parts of the change cannot be shown",
      withFacts({ unshown: [{ path: "a.bin", why: "binary" }] }),
    ],
    [
      "tests were weakened",
      withFacts({ weakenedTests: [{ path: "a.test.ts", what: "test_deleted" }] }),
    ],
    ["base_moved", { ...waiting(), flags: ["base_moved"] }],
    ["1 open finding", withFinding()],
  ])("names %s", (obstacle, task) => {
    expect(batchObstacles(task)).toContain(obstacle);
  });

  it("counts open findings, and names a hold", () => {
    const task = withFinding();
    const [finding] = task.findings;
    if (finding === undefined) throw new Error("There is no finding");
    expect(batchObstacles({ ...task, findings: [finding, finding] })).toContain("2 open findings");
    const info = { ...finding, severity: "info" as const };
    expect(batchObstacles({ ...task, findings: [info] })).not.toContain("1 open finding");
    const hold = { is: "held" } as Task["phase"];
    expect(batchObstacles({ ...task, phase: hold })).toContain("on hold");
  });
});
