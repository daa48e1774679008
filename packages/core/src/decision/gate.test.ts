import { describe, expect, it } from "vitest";
import { finding, input, reasonOf, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";
import { gateOf } from "./gate.ts";
import { Gate } from "./schema.ts";

const TESTS = [[requirement("check:tests")]];
const PASSED = [verdict("check:tests", "approved")];

describe("gateOf", () => {
  it.each([
    { counts: [1, 1, 1, 1], gate: "fail" },
    { counts: [0, 1, 1, 1], gate: "needs_fixes" },
    { counts: [0, 0, 1, 1], gate: "pass_with_warnings" },
    { counts: [0, 0, 0, 9], gate: "pass" },
    { counts: [0, 0, 0, 0], gate: "pass" },
  ] as const)(
    "$counts → $gate [R-014] [R-130] [C16]",
    ({ counts: [critical, major, warning, info], gate }) => {
      expect(gateOf({ critical, major, warning, info })).toBe(gate);
    },
  );

  it("has four values; without a result there is none yet [C16]", () => {
    expect(Gate.options).toEqual(["pending", "fail", "needs_fixes", "pass_with_warnings", "pass"]);
  });
});

describe("the severity table", () => {
  it.each([
    { severity: "critical", gate: "fail", row: "severity_fail", effect: "rework" },
    { severity: "major", gate: "needs_fixes", row: "severity_needs_fixes", effect: "rework" },
    { severity: "warning", gate: "pass_with_warnings", row: "severity_warnings", effect: "flag" },
    { severity: "info", gate: "pass", row: "severity_pass", effect: "advance" },
  ] as const)(
    "one $severity finding → $gate → $effect [R-035] [R-132] [H21]",
    ({ severity, gate, row, effect }) => {
      const decision = decide(
        input({ stages: TESTS, verdicts: PASSED, findings: [finding(severity)] }),
      );
      const counts = { critical: 0, major: 0, warning: 0, info: 0, [severity]: 1 };

      expect(decision).toMatchObject({ effect, gate, counts });
      expect(decision.complete).toBe(effect !== "rework");
      expect(decision.reasons.at(-1)).toEqual({
        table: "severity",
        row,
        effect,
        requirement: null,
        inputs: counts,
      });
    },
  );

  it("passes without findings [R-035]", () => {
    const decision = decide(input({ stages: TESTS, verdicts: PASSED }));

    expect(decision).toMatchObject({ effect: "advance", gate: "pass", complete: true, flags: [] });
    expect(decision.reasons).toEqual([
      {
        table: "severity",
        row: "severity_pass",
        effect: "advance",
        requirement: "check:tests",
        inputs: { by: ["tests"] },
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

  it("flags needs_fixes where the policy says so [C17]", () => {
    const decision = decide(
      input({
        stages: TESTS,
        verdicts: PASSED,
        findings: [finding("major")],
        policy: { gate: { needsFixes: "flag" } },
      }),
    );

    expect(decision).toMatchObject({
      effect: "flag",
      gate: "needs_fixes",
      complete: true,
      flags: ["severity_needs_fixes"],
    });
  });

  it.each([
    { is: "open", gate: "fail" },
    { is: "disputed", gate: "fail" },
    { is: "fixed", gate: "pass" },
    { is: "dismissed", gate: "pass" },
    { is: "deferred", gate: "pass" },
    { is: "stale", gate: "pass" },
    { is: "late", gate: "pass" },
  ] as const)("a finding that is $is gives $gate", ({ is, gate }) => {
    const disposition = { is, by: "ana", reason: "r", link: "l", note: "n" };
    const decision = decide(
      input({ stages: TESTS, verdicts: PASSED, findings: [finding("critical", { disposition })] }),
    );

    expect(decision.gate).toBe(gate);
  });

  it("flags concerns that name no finding", () => {
    const decision = decide(
      input({ stages: TESTS, verdicts: [verdict("check:tests", "concerns")] }),
    );

    expect(decision).toMatchObject({ effect: "flag", gate: "pass", flags: ["severity_concerns"] });
    expect(reasonOf(decision, "severity_concerns")).toEqual({
      table: "severity",
      row: "severity_concerns",
      effect: "flag",
      requirement: "check:tests",
      inputs: { by: ["tests"] },
    });
  });

  it("flags concerns whose every finding was settled", () => {
    const decision = decide(
      input({
        stages: TESTS,
        verdicts: [verdict("check:tests", "concerns", "tests", { findings: ["F-1"] })],
        findings: [finding("critical", { disposition: { is: "fixed" } })],
      }),
    );

    expect(rowsOf(decision)).toEqual(["severity_concerns", "severity_pass"]);
  });

  it("leaves concerns that name a finding to the gate", () => {
    const decision = decide(
      input({
        stages: TESTS,
        verdicts: [verdict("check:tests", "concerns", "tests", { findings: ["F-2", "F-1"] })],
        findings: [finding("major")],
      }),
    );

    expect(rowsOf(decision)).toEqual(["severity_pass", "severity_needs_fixes"]);
    expect(decision.effect).toBe("rework");
  });

  it("names only those whose concerns are vague", () => {
    const decision = decide(
      input({
        stages: [[requirement("agent:sec", { who: ["a", "b", "c"], quorum: 3 })]],
        verdicts: [
          verdict("agent:sec", "approved", "a"),
          verdict("agent:sec", "concerns", "b"),
          verdict("agent:sec", "concerns", "c", { findings: ["F-1"] }),
        ],
        findings: [finding("info", { raisedBy: ["c"] })],
      }),
    );

    expect(reasonOf(decision, "severity_concerns")?.inputs).toEqual({ by: ["b"] });
  });
});

describe("a gate without results", () => {
  it("is pending while a machine has not answered, never pass [C16] [D13] [H19]", () => {
    expect(decide(input({ stages: TESTS }))).toMatchObject({ effect: "wait", gate: "pending" });
  });

  it("is pending when a machine was given up [H19]", () => {
    const decision = decide(input({ stages: TESTS, round: { noResult: ["check:tests tests"] } }));

    expect(decision).toMatchObject({ effect: "escalate", gate: "pending" });
  });

  it("is pending while one of two machines is at work, whatever the other found", () => {
    const decision = decide(
      input({
        stages: [[requirement("check:tests"), requirement("agent:sec")]],
        verdicts: PASSED,
        findings: [finding("critical")],
      }),
    );

    expect(decision).toMatchObject({ effect: "wait", gate: "pending", outstanding: ["agent:sec"] });
    expect(decision.counts.critical).toBe(1);
  });

  it("is known while only a person is awaited", () => {
    const decision = decide(
      input({
        stages: [...TESTS, [requirement("layer:owner")]],
        verdicts: PASSED,
        findings: [finding("warning")],
      }),
    );

    expect(decision).toMatchObject({
      effect: "wait",
      gate: "pass_with_warnings",
      stage: 1,
      outstanding: ["layer:owner"],
    });
  });
});

describe("gate.counts", () => {
  const stages = [[requirement("check:tests"), requirement("panel")]];
  const verdicts = [
    ...PASSED,
    verdict("panel", "approved", "codex"),
    verdict("panel", "concerns", "gemini"),
  ];
  const findings = [finding("critical", { raisedBy: ["gemini"] })];

  it("all: a panel member's finding counts", () => {
    const decision = decide(input({ stages, verdicts, findings }));

    expect(decision).toMatchObject({ effect: "rework", gate: "fail" });
  });

  it("severity: a single concern of a panel is logged whatever its findings say [R-135]", () => {
    const policy = { gate: { counts: "severity" } };
    const decision = decide(input({ stages, verdicts, findings, policy }));

    expect(decision).toMatchObject({ effect: "flag", gate: "pass", flags: ["panel_concern"] });
    expect(decision.counts).toEqual({ critical: 0, major: 0, warning: 0, info: 0 });
  });

  it("severity: a finding counts if one of those who raised it is judged by severity", () => {
    const policy = { gate: { counts: "severity" } };
    const shared = [finding("critical", { raisedBy: ["gemini", "tests"] })];
    const decision = decide(input({ stages, verdicts, findings: shared, policy }));

    expect(decision).toMatchObject({ effect: "rework", gate: "fail" });
  });

  it("severity: a reviewer that a person named counts like the one it stands in for", () => {
    const decision = decide(
      input({
        stages: TESTS,
        verdicts: [verdict("check:tests", "concerns", "sec", { findings: ["F-1"] })],
        findings: [finding("critical", { raisedBy: ["sec"] })],
        policy: { gate: { counts: "severity" } },
        round: {
          noResult: ["check:tests tests"],
          resolutions: [{ do: "name_reviewer", requirement: "check:tests", reviewer: "sec" }],
        },
      }),
    );

    expect(decision).toMatchObject({ effect: "rework", gate: "fail" });
  });
});
