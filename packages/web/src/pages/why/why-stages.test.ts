import { TaskView, WhyView } from "@countersign/api";
import { expect, it } from "vitest";
import { whyStages } from "./why-stages.ts";

const task = TaskView.parse({
  ...{ id: "cs-1", seq: 3, title: "Log in", repo: "shop", state: "reviewing" },
  ...{ turn: { holder: "person", who: "ana" }, deadlineMs: null, type: null, department: null },
  ...{ priority: "P2", labels: [], assignee: null, authors: ["claude"], sponsor: null },
  ...{ sponsors: [], attempt: 1, attemptLimit: 3, costUsd: 0, budgetUsd: null, gate: null },
  ...{ round: null, checkup: null, hold: null, mergeWaits: null, grace: null, rejectReason: null },
  ...{ findings: [], feedback: [], issues: [], flags: [], batchObstacles: [] },
});

it("has no stage before there is a plan", () => {
  const why = WhyView.parse({
    ...{ task: "cs-1", title: "Log in", state: "reviewing", turn: task.turn, round: null },
    ...{ attempt: 1, flags: [], plan: null, decisions: [], story: [] },
  });

  expect(whyStages(why, task)).toEqual([]);
});
