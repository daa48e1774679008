import { describe, expect, it } from "vitest";
import { PHASES } from "../task/model/state.ts";
import { hasFailed, reachedMs, SprintTarget, tallyStates } from "./target.ts";

const NOW = 1_000;

describe("a sprint's tally", () => {
  it("counts every state once: worked, failed, or left to work on", () => {
    expect(tallyStates(PHASES)).toEqual({ worked: 4, failed: 2, left: 3 });
    expect(PHASES.filter(hasFailed)).toEqual(["held", "rejected"]);
  });
});

describe("a sprint's target", () => {
  it.each([
    ["so many tasks", { is: "tasks", count: 2 }, { worked: 2, failed: 0, left: 5 }, NOW],
    ["not yet", { is: "tasks", count: 2 }, { worked: 1, failed: 9, left: 1 }, null],
    ["none left to reach it", { is: "tasks", count: 2 }, { worked: 1, failed: 1, left: 0 }, NOW],
    ["none ready", { is: "none_ready" }, { worked: 0, failed: 3, left: 0 }, NOW],
    ["one ready", { is: "none_ready" }, { worked: 9, failed: 0, left: 1 }, null],
    ["a time that came", { is: "until", untilMs: 900 }, { worked: 0, failed: 0, left: 9 }, 900],
    ["a time to come", { is: "until", untilMs: 1_001 }, { worked: 9, failed: 0, left: 0 }, null],
  ] as const)("%s", (_, target, tally, expected) => {
    expect(reachedMs(target, tally, NOW)).toBe(expected);
  });

  it.each([
    { is: "tasks", count: 0 },
    { is: "tasks", count: 501 },
    { is: "until", untilMs: 9e15 },
  ])("%j is none", (target) => expect(SprintTarget.safeParse(target).success).toBe(false));
});
