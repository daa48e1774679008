import { describe, expect, it } from "vitest";
import { finding, input, reasonOf, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";

const PANEL = [[requirement("panel")]];

function checkup(given: Parameters<typeof input>[0]) {
  return decide(input({ ...given, round: { purpose: "checkup", ...given.round } }));
}

describe("a checkup", () => {
  it.each([
    { opinions: ["approved", "approved"], effect: "advance" },
    { opinions: ["approved", "concerns"], effect: "flag" },
    { opinions: ["concerns", "concerns"], effect: "clarify" },
    { opinions: ["approved", "blocker"], effect: "escalate" },
  ] as const)(
    "$opinions → $effect, and approves nothing [R-045] [R-046] [R-047]",
    ({ opinions, effect }) => {
      const verdicts = [
        verdict("panel", opinions[0], "codex"),
        verdict("panel", opinions[1], "gemini"),
      ];

      expect(checkup({ stages: PANEL, verdicts })).toMatchObject({ effect, complete: false });
    },
  );

  it("waits for whoever has not answered", () => {
    expect(checkup({ stages: PANEL })).toMatchObject({ effect: "wait", outstanding: ["panel"] });
  });

  it("notes what a gate would send back", () => {
    const decision = checkup({
      stages: [[requirement("agent:sec")]],
      verdicts: [verdict("agent:sec", "concerns", "sec", { findings: ["F-1"] })],
      findings: [finding("critical", { raisedBy: ["sec"] })],
    });

    expect(decision).toMatchObject({ effect: "flag", complete: false, flags: ["severity_fail"] });
    expect(reasonOf(decision, "severity_fail")?.effect).toBe("flag");
  });

  it("notes a layer's concerns and goes on to the next stage", () => {
    const decision = checkup({
      stages: [[requirement("layer:peer")], ...PANEL],
      verdicts: [verdict("layer:peer", "concerns")],
    });

    expect(decision).toMatchObject({
      effect: "wait",
      stage: 1,
      outstanding: ["panel"],
      flags: ["chain_concerns"],
    });
  });

  it("waits for all, also where a gate would send criticals back early", () => {
    const decision = checkup({
      stages: [[requirement("agent:sec"), requirement("agent:law")]],
      verdicts: [verdict("agent:sec", "approved")],
      findings: [finding("critical")],
      policy: { gate: { failFast: true } },
    });

    expect(decision).toMatchObject({ effect: "wait", outstanding: ["agent:law"] });
    expect(rowsOf(decision)).toEqual(["severity_pass", "outstanding"]);
  });

  it("is not counted: no limit of the round applies", () => {
    const verdicts = [
      verdict("panel", "concerns", "codex"),
      verdict("panel", "concerns", "gemini"),
    ];
    const task = { attempt: 9, costUsd: 99 };

    expect(checkup({ stages: PANEL, verdicts, task }).effect).toBe("clarify");
    expect(checkup({ stages: PANEL, task }).effect).toBe("wait");
  });

  it("asks for a clarification once, then a person", () => {
    const decision = checkup({
      stages: PANEL,
      verdicts: [verdict("panel", "concerns", "codex"), verdict("panel", "concerns", "gemini")],
      round: { clarified: true },
    });

    expect(decision.effect).toBe("escalate");
    expect(rowsOf(decision).at(-1)).toBe("clarified_already");
  });

  it("does not mind a chain that nobody could answer: nothing is approved", () => {
    const decision = checkup({
      stages: PANEL,
      verdicts: [verdict("panel", "approved", "codex"), verdict("panel", "approved", "gemini")],
      notes: ["chain_empty"],
      policy: { onUnavailable: "escalate" },
    });

    expect(decision).toMatchObject({ effect: "advance", flags: [] });
  });
});
