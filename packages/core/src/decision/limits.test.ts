import { describe, expect, it } from "vitest";
import { finding, input, reasonOf, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";
import type { DecisionInput } from "./input.ts";

const TESTS = [[requirement("check:tests")]];
const PASSED = [verdict("check:tests", "approved")];

/** A round that goes back to its author. */
function sentBack(task: Partial<DecisionInput["task"]>, findings = [finding("major")]) {
  return decide(input({ stages: TESTS, verdicts: PASSED, findings, task }));
}

describe("the limit of attempts", () => {
  it.each([
    { attempt: 1, attemptLimit: 3, effect: "rework" },
    { attempt: 2, attemptLimit: 3, effect: "rework" },
    { attempt: 3, attemptLimit: 3, effect: "escalate" },
    { attempt: 4, attemptLimit: 3, effect: "escalate" },
    { attempt: 1, attemptLimit: 1, effect: "escalate" },
    { attempt: 4, attemptLimit: 5, effect: "rework" },
  ])(
    "attempt $attempt of $attemptLimit → $effect [R-029] [R-137] [C8]",
    ({ attempt, attemptLimit, effect }) => {
      expect(sentBack({ attempt, attemptLimit }).effect).toBe(effect);
    },
  );

  it("says how many attempts there were, beside what sent the work back [R-138]", () => {
    const decision = sentBack({ attempt: 3 });

    expect(rowsOf(decision)).toEqual(["severity_pass", "severity_needs_fixes", "limit_attempts"]);
    expect(decision.reasons.at(-1)).toEqual({
      table: "limits",
      row: "limit_attempts",
      effect: "escalate",
      requirement: null,
      inputs: { attempt: 3, limit: 3 },
    });
  });

  it("holds for a layer's concerns as well", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:peer")]],
        verdicts: [verdict("layer:peer", "concerns")],
        task: { attempt: 3 },
      }),
    );

    expect(rowsOf(decision)).toEqual(["chain_concerns", "severity_pass", "limit_attempts"]);
  });

  it("stops nothing that passes, waits or is clarified", () => {
    const task = { attempt: 9 };
    const passed = decide(input({ stages: TESTS, verdicts: PASSED, task }));
    const flagged = sentBack(task, [finding("warning")]);
    const waiting = decide(input({ stages: TESTS, task }));
    const conflict = decide(
      input({
        stages: [[requirement("panel")]],
        verdicts: [verdict("panel", "concerns", "codex"), verdict("panel", "concerns", "gemini")],
        task,
      }),
    );

    expect([passed, flagged, waiting, conflict].map(({ effect }) => effect)).toEqual([
      "advance",
      "flag",
      "wait",
      "clarify",
    ]);
  });
});

describe("the limit of costs", () => {
  it.each([
    { costUsd: 5, effect: "rework" },
    { costUsd: 5.01, effect: "escalate" },
  ])("$costUsd of 5 → $effect [D16]", ({ costUsd, effect }) => {
    expect(sentBack({ costUsd, budgetUsd: 5 }).effect).toBe(effect);
  });

  it("says what was spent of how much", () => {
    expect(reasonOf(sentBack({ costUsd: 6, budgetUsd: 5.5 }), "limit_cost")).toEqual({
      table: "limits",
      row: "limit_cost",
      effect: "escalate",
      requirement: null,
      inputs: { costUsd: 6, budgetUsd: 5.5 },
    });
  });

  it("stops waiting for machines and asking for clarification, which cost more", () => {
    const task = { costUsd: 6 };
    const waiting = decide(input({ stages: TESTS, task }));
    const conflict = decide(
      input({
        stages: [[requirement("panel")]],
        verdicts: [verdict("panel", "concerns", "codex"), verdict("panel", "concerns", "gemini")],
        task,
      }),
    );

    expect(rowsOf(waiting)).toEqual(["outstanding", "limit_cost"]);
    expect(rowsOf(conflict)).toEqual(["panel_conflict", "severity_pass", "limit_cost"]);
    expect([waiting.effect, conflict.effect]).toEqual(["escalate", "escalate"]);
  });

  it("does not stop what costs nothing more: waiting for a person, passing, a flag", () => {
    const task = { costUsd: 6 };
    const person = decide(input({ stages: [[requirement("layer:owner")]], task }));
    const passed = decide(input({ stages: TESTS, verdicts: PASSED, task }));
    const flagged = sentBack(task, [finding("warning")]);

    expect([person, passed, flagged].map(({ effect }) => effect)).toEqual([
      "wait",
      "advance",
      "flag",
    ]);
  });
});

describe("a stall", () => {
  const stalledAt = (number: number, rounds: number[], more: object = {}) =>
    decide(
      input({
        stages: TESTS,
        verdicts: PASSED,
        findings: [finding("major", { rounds, ...more })],
        task: { attemptLimit: 99 },
        round: { number },
      }),
    );

  it.each([
    { rounds: [1], number: 1, effect: "rework" },
    { rounds: [1, 2], number: 2, effect: "rework" },
    { rounds: [1, 2, 3], number: 3, effect: "escalate" },
    { rounds: [2, 3, 4], number: 4, effect: "escalate" },
    { rounds: [1, 2, 3, 4], number: 4, effect: "escalate" },
    { rounds: [1, 3, 4], number: 4, effect: "rework" },
    { rounds: [1, 2, 4], number: 4, effect: "rework" },
    { rounds: [1, 2, 3, 5], number: 5, effect: "rework" },
  ])(
    "a finding open in rounds $rounds at round $number → $effect [D16]",
    ({ rounds, number, effect }) => {
      expect(stalledAt(number, rounds).effect).toBe(effect);
    },
  );

  it("names the findings that do not go away", () => {
    const rounds = [1, 2, 3];
    const decision = decide(
      input({
        stages: TESTS,
        verdicts: PASSED,
        findings: [
          finding("major", { id: "F-1", rounds }),
          finding("major", { id: "F-2", rounds: [2, 3] }),
          finding("warning", { id: "F-3", rounds }),
          finding("critical", { id: "F-4", rounds, disposition: { is: "fixed" } }),
        ],
        round: { number: 3 },
      }),
    );

    expect(decision.reasons.at(-1)).toEqual({
      table: "limits",
      row: "limit_stalled",
      effect: "escalate",
      requirement: null,
      inputs: { findings: ["F-1", "F-3"], rounds: 3 },
    });
  });

  it("takes as many rounds as the policy says", () => {
    const decision = decide(
      input({
        stages: TESTS,
        verdicts: PASSED,
        findings: [finding("major", { rounds: [1, 2] })],
        policy: { limits: { stallRounds: 2 } },
        round: { number: 2 },
      }),
    );

    expect(reasonOf(decision, "limit_stalled")?.inputs).toEqual({ findings: ["F-1"], rounds: 2 });
  });

  it("is not made of findings that nobody counts", () => {
    const rounds = [1, 2, 3];
    const decision = decide(
      input({
        stages: [[requirement("check:tests"), requirement("panel")]],
        verdicts: [
          ...PASSED,
          verdict("panel", "approved", "codex"),
          verdict("panel", "concerns", "gemini"),
        ],
        findings: [
          finding("major", { id: "F-1", rounds: [3] }),
          finding("major", { id: "F-2", rounds, raisedBy: ["gemini"] }),
        ],
        policy: { gate: { counts: "severity" } },
        round: { number: 3 },
      }),
    );

    expect(decision.effect).toBe("rework");
  });

  it("stops nothing that only flags", () => {
    const decision = decide(
      input({
        stages: TESTS,
        verdicts: PASSED,
        findings: [finding("warning", { rounds: [1, 2, 3] })],
        round: { number: 3 },
      }),
    );

    expect(decision.effect).toBe("flag");
  });

  it("does not count once a person granted attempts: then only their number does", () => {
    const again = (task: Partial<DecisionInput["task"]>) =>
      decide(
        input({
          stages: TESTS,
          verdicts: PASSED,
          findings: [finding("major", { rounds: [1, 2, 3] })],
          task: { granted: true, ...task },
          round: { number: 3 },
        }),
      );

    expect(again({ attempt: 3, attemptLimit: 5 }).effect).toBe("rework");
    expect(rowsOf(again({ attempt: 5, attemptLimit: 5 })).at(-1)).toBe("limit_attempts");
  });
});

describe("several limits", () => {
  it("are all listed, so that one release settles each", () => {
    const decision = decide(
      input({
        stages: TESTS,
        verdicts: PASSED,
        findings: [finding("major", { rounds: [1, 2, 3] })],
        task: { attempt: 3, costUsd: 9 },
        round: { number: 3 },
      }),
    );

    expect(rowsOf(decision).slice(2)).toEqual(["limit_attempts", "limit_cost", "limit_stalled"]);
  });

  it("can each be switched off by the tables of a policy", () => {
    const given = input({
      stages: TESTS,
      verdicts: PASSED,
      findings: [finding("major", { rounds: [1, 2, 3] })],
      task: { attempt: 3, costUsd: 9 },
      round: { number: 3 },
    });
    const { tables } = given.policy;
    const limits = { attempts: false, cost: false, stalled: false };
    const only = (name: keyof typeof limits) =>
      decide({
        ...given,
        policy: { ...given.policy, tables: { ...tables, limits: { ...limits, [name]: true } } },
      });

    expect(rowsOf(only("attempts")).slice(2)).toEqual(["limit_attempts"]);
    expect(rowsOf(only("cost")).slice(2)).toEqual(["limit_cost"]);
    expect(rowsOf(only("stalled")).slice(2)).toEqual(["limit_stalled"]);
  });

  it("do not apply to what a person sends back", () => {
    const decision = decide(
      input({
        stages: TESTS,
        verdicts: PASSED,
        task: { attempt: 9, costUsd: 9 },
        round: { resolutions: [{ do: "send_back" }] },
      }),
    );

    expect(decision.effect).toBe("rework");
    expect(rowsOf(decision)).toEqual(["sent_back"]);
  });
});
