import { describe, expect, it } from "vitest";
import { input, reasonOf, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import type { Opinion } from "../verdict/schema.ts";
import { decide } from "./decide.ts";

const PANEL = requirement("panel", { who: ["codex", "gemini", "qwen"], quorum: 3 });
const MEMBERS = PANEL.who;

function panelOf(...opinions: Opinion[]) {
  return decide(
    input({
      stages: [[PANEL]],
      verdicts: opinions.map((opinion, index) => verdict("panel", opinion, MEMBERS[index])),
    }),
  );
}

describe("the panel table", () => {
  it.each([
    { opinions: ["approved", "approved", "approved"], effect: "advance", row: "panel_approved" },
    { opinions: ["approved", "concerns", "approved"], effect: "flag", row: "panel_concern" },
    { opinions: ["concerns", "approved", "concerns"], effect: "clarify", row: "panel_conflict" },
    { opinions: ["concerns", "concerns", "concerns"], effect: "clarify", row: "panel_conflict" },
    { opinions: ["approved", "approved", "blocker"], effect: "escalate", row: "blocker" },
    { opinions: ["blocker", "concerns", "concerns"], effect: "escalate", row: "blocker" },
    { opinions: ["blocker", "blocker", "blocker"], effect: "escalate", row: "blocker" },
  ] as const)("$opinions → $effect ($row) [R-134] [R-135] [R-136]", ({ opinions, effect, row }) => {
    const decision = panelOf(...opinions);

    expect(decision.effect).toBe(effect);
    expect(decision.complete).toBe(effect === "advance" || effect === "flag");
    expect(rowsOf(decision)).toEqual([row, "severity_pass"]);
  });

  it("stops at once for a blocker, without waiting for the other members [R-033]", () => {
    const decision = panelOf("blocker");

    expect(decision).toMatchObject({ effect: "escalate", outstanding: [], gate: "pending" });
  });

  it.each([
    { opinions: [], expected: ["codex", "gemini", "qwen"] },
    { opinions: ["approved"], expected: ["gemini", "qwen"] },
    { opinions: ["concerns", "concerns"], expected: ["qwen"] },
  ] as const)("waits for every member: $opinions", ({ opinions, expected }) => {
    const decision = panelOf(...opinions);

    expect(decision).toMatchObject({ effect: "wait", outstanding: ["panel"], gate: "pending" });
    expect(rowsOf(decision)).toEqual(["outstanding"]);
    expect(reasonOf(decision, "outstanding")?.inputs).toEqual({
      expected,
      answers: opinions.length,
      quorum: 3,
    });
  });

  it("waits for every member even if fewer satisfy it, since one of them may block", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel", { quorum: 1 })]],
        verdicts: [verdict("panel", "approved", "codex")],
      }),
    );

    expect(decision).toMatchObject({ effect: "wait", outstanding: ["panel"] });
  });

  it("never passes on zero verdicts: every member given up escalates [D12] [H15] [H17]", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel")]],
        round: { noResult: ["panel codex", "panel gemini"] },
      }),
    );

    expect(decision).toMatchObject({ effect: "escalate", complete: false, gate: "pending" });
    expect(decision.reasons).toEqual([
      {
        table: "requirement",
        row: "quorum_unreachable",
        effect: "escalate",
        requirement: "panel",
        inputs: { answers: 0, quorum: 2 },
      },
      {
        table: "severity",
        row: "severity_pass",
        effect: "advance",
        requirement: null,
        inputs: { critical: 0, major: 0, warning: 0, info: 0 },
      },
    ]);
  });

  it("gives up one reviewer of one requirement, not its namesakes", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel"), requirement("agent:codex")]],
        round: { noResult: ["panel codex"] },
      }),
    );

    expect(decision.outstanding).toEqual(["panel", "agent:codex"]);
    expect(decision.reasons.map(({ inputs }) => inputs.expected)).toEqual([["gemini"], ["codex"]]);
  });

  it("does not count an abstention as an answer", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel")]],
        verdicts: [verdict("panel", "approved", "codex"), verdict("panel", "abstained", "gemini")],
      }),
    );

    expect(decision.effect).toBe("escalate");
    expect(reasonOf(decision, "quorum_unreachable")?.inputs).toEqual({ answers: 1, quorum: 2 });
  });

  it("counts one reviewer once, whatever it says twice", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel")]],
        verdicts: [
          verdict("panel", "concerns", "codex", { id: "vrd_1" }),
          verdict("panel", "concerns", "codex", { id: "vrd_2" }),
          verdict("panel", "approved", "gemini"),
        ],
      }),
    );

    expect(decision.effect).toBe("flag");
    expect(reasonOf(decision, "panel_concern")?.inputs).toEqual({
      concerns: ["codex"],
      answers: 2,
    });
  });

  it("takes the worst of two answers by one reviewer [D13]", () => {
    const both = (first: Opinion, second: Opinion) =>
      decide(
        input({
          stages: [[requirement("panel", { who: ["codex"], quorum: 1 })]],
          verdicts: [
            verdict("panel", first, "codex", { id: "vrd_1" }),
            verdict("panel", second, "codex", { id: "vrd_2" }),
          ],
        }),
      ).effect;

    expect(both("approved", "concerns")).toBe("flag");
    expect(both("concerns", "approved")).toBe("flag");
    expect(both("blocker", "concerns")).toBe("escalate");
    expect(both("abstained", "approved")).toBe("advance");
  });

  it("says who had concerns, for the question that quotes them", () => {
    expect(reasonOf(panelOf("concerns", "approved", "concerns"), "panel_conflict")).toEqual({
      table: "panel",
      row: "panel_conflict",
      effect: "clarify",
      requirement: "panel",
      inputs: { concerns: ["codex", "qwen"], answers: 3 },
    });
  });

  it("says of one concern and of none how many answered", () => {
    expect(reasonOf(panelOf("concerns", "approved", "approved"), "panel_concern")).toEqual({
      table: "panel",
      row: "panel_concern",
      effect: "flag",
      requirement: "panel",
      inputs: { concerns: ["codex"], answers: 3 },
    });
    expect(reasonOf(panelOf("approved", "approved", "approved"), "panel_approved")).toEqual({
      table: "panel",
      row: "panel_approved",
      effect: "advance",
      requirement: "panel",
      inputs: { concerns: [], answers: 3 },
    });
  });

  it("names blockers with their verdicts, so that each can be set aside", () => {
    expect(reasonOf(panelOf("blocker", "approved", "blocker"), "blocker")).toEqual({
      table: "requirement",
      row: "blocker",
      effect: "escalate",
      requirement: "panel",
      inputs: { by: ["codex", "qwen"], verdicts: ["vrd_panelcodex", "vrd_panelqwen"] },
    });
  });

  it("asks for a clarification once per round, then a person [R-033]", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel")]],
        verdicts: [verdict("panel", "concerns", "codex"), verdict("panel", "concerns", "gemini")],
        round: { clarified: true },
      }),
    );

    expect(decision.effect).toBe("escalate");
    expect(rowsOf(decision)).toEqual(["panel_conflict", "severity_pass", "clarified_already"]);
    expect(reasonOf(decision, "clarified_already")).toEqual({
      table: "limits",
      row: "clarified_already",
      effect: "escalate",
      requirement: null,
      inputs: {},
    });
  });

  it("lets a round that was clarified go on", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel")]],
        verdicts: [verdict("panel", "approved", "codex"), verdict("panel", "concerns", "gemini")],
        round: { clarified: true },
      }),
    );

    expect(decision).toMatchObject({ effect: "flag", complete: true });
  });
});
