import type { RunFacts } from "@countersign/api";
import { describe, expect, it } from "vitest";
import { runReason, sortForRun } from "./run-order.ts";

const NONE = { critical: 0, major: 0, warning: 0 };
const facts = (given: Partial<RunFacts>): RunFacts => ({
  risk: 3,
  findings: NONE,
  minutes: 4,
  ...given,
});

describe("sortForRun", () => {
  it("starts where a minute avoids the most loss, and breaks ties by age", () => {
    const line = (task: string, updatedMs: number, given: Partial<RunFacts>) => ({
      task,
      updatedMs,
      ...facts(given),
    });
    const lines = [
      line("small", 1, { risk: 1 }),
      line("younger", 9, { risk: 7 }),
      line("older", 3, { risk: 7 }),
      line("long", 2, { risk: 7, minutes: 60 }),
      line("unjudged", 2, { risk: null }),
    ];
    expect(sortForRun(lines).map(({ task }) => task)).toEqual([
      "older",
      "younger",
      "unjudged",
      "long",
      "small",
    ]);
  });
});

describe("runReason", () => {
  it("names what the order depends on", () => {
    expect(runReason(facts({ risk: 7, findings: { ...NONE, major: 1, warning: 2 } }))).toBe(
      "risk 7/10, 1 major finding, 2 warning findings, about 4 min",
    );
    expect(runReason(facts({ risk: null, minutes: 0.2 }))).toBe("risk not known yet, under 1 min");
  });
});
