import { describe, expect, it } from "vitest";
import type { TaskDecision } from "./decision.ts";
import { decidedText, refusalText, undoneText } from "./decision-text.ts";

const APPROVAL: TaskDecision = {
  act: "approve",
  task: "cs-1",
  round: 2,
  tree: "c".repeat(40),
  author: "agent-1",
  note: "",
};

describe("the text of a decision", () => {
  it("names the task and the round", () => {
    expect(decidedText([APPROVAL])).toBe("Approved cs-1, round 2.");
    expect(decidedText([APPROVAL, { ...APPROVAL, task: "cs-2" }])).toBe(
      "Approved 2 tasks: cs-1, cs-2.",
    );
    expect(undoneText(["cs-1"])).toBe("Undone: cs-1 waits for a decision again.");
  });

  it("announces the round that arrived while the person read an older one", () => {
    const error = { code: "stale_round", message: "", details: { round: 3 } } as const;
    expect(refusalText(APPROVAL, error, null)).toBe(
      "agent-1 sent round 3 while you read round 2. cs-1 was not decided.",
    );
  });

  it("repeats the engine's reason for other refusals", () => {
    const error = {
      code: "gate_closed",
      message: "The gate of cs-1 is fail.",
      details: {},
    } as const;
    expect(refusalText(APPROVAL, error, null)).toBe(
      "Cannot approve cs-1: The gate of cs-1 is fail.",
    );
  });

  it("names the command that signs a decision", () => {
    const error = { code: "human_only", message: "Sign it", details: { level: "signed" } } as const;
    expect(refusalText(APPROVAL, error, null)).toContain(
      `Run in a terminal: countersign approve cs-1 --tree ${"c".repeat(40)}`,
    );
  });
});
