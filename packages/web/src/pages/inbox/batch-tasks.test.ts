import type { TaskView } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { batchApprovals, judgeForBatch, lineObstacle } from "./batch-tasks.ts";

const view = (id: string, given: Partial<TaskView> = {}): TaskView =>
  ({
    id,
    state: "reviewing",
    turn: { holder: "person", who: "ana" },
    authors: ["claude"],
    batchObstacles: [],
    round: {
      number: 2,
      content: { tree: `tree of ${id}` },
      change: { files: 1, linesAdded: 9, linesDeleted: 1 },
    },
    ...given,
  }) as unknown as TaskView;

describe("a batch approval", () => {
  it("approves exactly the rounds and trees that were judged, and records what was read", () => {
    const judged = [
      judgeForBatch(view("cs-1"), "ana"),
      judgeForBatch(view("cs-2", { batchObstacles: ["mode per-task"] }), "ana"),
      judgeForBatch(view("cs-3", { turn: { holder: "person", who: "bo" } }), "ana"),
      judgeForBatch(view("cs-4", { round: null }), "ana"),
    ];
    expect(judged.map(({ obstacles }) => obstacles[0])).toEqual([
      undefined,
      "mode per-task",
      "it does not wait for you",
      "nothing was submitted",
    ]);
    expect(batchApprovals(judged, new Map([["cs-1", 40]]))).toEqual([
      {
        act: "approve",
        task: "cs-1",
        round: 2,
        tree: "tree of cs-1",
        author: "claude",
        note: "40% of 10 changed lines read",
      },
    ]);
  });

  it("leaves out rows that cannot pass without loading them", () => {
    expect(lineObstacle({ state: "held", gate: "pass" })).toBe("held");
    expect(lineObstacle({ state: "reviewing", gate: "needs_fixes" })).toBe("gate needs fixes");
    expect(lineObstacle({ state: "reviewing", gate: "pass" })).toBeNull();
  });
});
