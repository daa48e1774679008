import { describe, expect, it } from "vitest";
import { finding, input, reasonOf, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";

const aside = (id: string) => ({ do: "set_aside", verdict: id }) as const;

describe("a verdict that a person set aside", () => {
  it("counts as abstained and shrinks the quorum", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel")]],
        verdicts: [verdict("panel", "blocker", "codex"), verdict("panel", "approved", "gemini")],
        round: { resolutions: [aside("vrd_panelcodex")] },
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", complete: true, flags: [] });
    expect(rowsOf(decision)).toEqual(["trust_set_aside", "panel_approved", "severity_pass"]);
    expect(decision.reasons[0]).toEqual({
      table: "trust",
      row: "trust_set_aside",
      effect: null,
      requirement: "panel",
      inputs: { verdict: "vrd_panelcodex", by: "codex", opinion: "blocker" },
    });
  });

  it("shrinks the quorum by one only: the other members are still needed", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel", { who: ["codex", "gemini", "qwen"], quorum: 3 })]],
        verdicts: [verdict("panel", "blocker", "codex"), verdict("panel", "approved", "gemini")],
        round: { noResult: ["panel qwen"], resolutions: [aside("vrd_panelcodex")] },
      }),
    );

    expect(reasonOf(decision, "quorum_unreachable")?.inputs).toEqual({ answers: 1, quorum: 2 });
  });

  it("settles a conflict of two concerns", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel")]],
        verdicts: [verdict("panel", "concerns", "codex"), verdict("panel", "concerns", "gemini")],
        round: { resolutions: [aside("vrd_panelgemini")] },
      }),
    );

    expect(decision).toMatchObject({ effect: "flag", flags: ["panel_concern"] });
    expect(reasonOf(decision, "panel_concern")?.inputs).toEqual({
      concerns: ["codex"],
      answers: 1,
    });
  });

  it("waives a requirement that nobody else answers, and says so", () => {
    const decision = decide(
      input({
        stages: [[requirement("check:tests")], [requirement("layer:owner")]],
        verdicts: [verdict("check:tests", "approved"), verdict("layer:owner", "blocker")],
        round: { resolutions: [aside("vrd_layerownerana")] },
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", complete: true, flags: ["waived"] });
    expect(reasonOf(decision, "waived")).toEqual({
      table: "requirement",
      row: "waived",
      effect: "advance",
      requirement: "layer:owner",
      inputs: { setAside: ["ana"] },
    });
  });

  it("waives a person's requirement although another person could have answered", () => {
    const decision = decide(
      input({
        stages: [
          [requirement("check:tests")],
          [requirement("layer:owner", { who: ["ana", "ben"] })],
        ],
        verdicts: [verdict("check:tests", "approved"), verdict("layer:owner", "blocker")],
        round: { resolutions: [aside("vrd_layerownerana")] },
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", flags: ["waived"] });
  });

  it("waives no requirement while another machine is still at work on it", () => {
    const decision = decide(
      input({
        stages: [[requirement("check:tests"), requirement("panel", { quorum: 1 })]],
        verdicts: [verdict("check:tests", "approved"), verdict("panel", "blocker", "codex")],
        round: { resolutions: [aside("vrd_panelcodex")] },
      }),
    );

    expect(decision).toMatchObject({ effect: "wait", outstanding: ["panel"], gate: "pending" });
    expect(reasonOf(decision, "outstanding")?.inputs).toEqual({
      expected: ["gemini"],
      answers: 0,
      quorum: 0,
    });
  });

  it("hears whoever answers a requirement that needs nobody any more", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:owner", { who: ["ana", "ben"] })]],
        verdicts: [
          verdict("layer:owner", "blocker", "ana"),
          verdict("layer:owner", "concerns", "ben"),
        ],
        round: { resolutions: [aside("vrd_layerownerana")] },
      }),
    );

    expect(decision).toMatchObject({ effect: "rework", flags: [] });
  });

  it("approves nothing if it was the only review [D12]", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:owner")]],
        verdicts: [verdict("layer:owner", "blocker")],
        round: { resolutions: [aside("vrd_layerownerana")] },
      }),
    );

    expect(decision).toMatchObject({ effect: "escalate", complete: false });
    expect(reasonOf(decision, "zero_reviews")).toEqual({
      table: "plan",
      row: "zero_reviews",
      effect: "escalate",
      requirement: null,
      inputs: {},
    });
  });

  it("does not silence a newer answer of the same reviewer", () => {
    const decision = decide(
      input({
        stages: [[requirement("layer:owner")]],
        verdicts: [
          verdict("layer:owner", "blocker", "ana", { id: "vrd_1" }),
          verdict("layer:owner", "blocker", "ana", { id: "vrd_2" }),
        ],
        round: { resolutions: [aside("vrd_1")] },
      }),
    );

    expect(decision.effect).toBe("escalate");
    expect(reasonOf(decision, "blocker")?.inputs).toEqual({ by: ["ana"], verdicts: ["vrd_2"] });
  });

  it("shrinks no quorum that a newer answer of the same reviewer fills", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel", { quorum: 2 })]],
        verdicts: [
          verdict("panel", "blocker", "codex", { id: "vrd_1" }),
          verdict("panel", "blocker", "codex", { id: "vrd_2" }),
          verdict("panel", "approved", "codex", { id: "vrd_3" }),
        ],
        round: { resolutions: [aside("vrd_1"), aside("vrd_2")], noResult: ["panel gemini"] },
      }),
    );

    expect(reasonOf(decision, "quorum_unreachable")?.inputs).toEqual({ answers: 1, quorum: 2 });
  });

  it("shrinks the quorum once, however many verdicts of one reviewer were set aside", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel", { quorum: 2 })]],
        verdicts: [
          verdict("panel", "blocker", "codex", { id: "vrd_1" }),
          verdict("panel", "concerns", "codex", { id: "vrd_2" }),
        ],
        round: { resolutions: [aside("vrd_1"), aside("vrd_2")], noResult: ["panel gemini"] },
      }),
    );

    expect(reasonOf(decision, "quorum_unreachable")?.inputs).toEqual({ answers: 0, quorum: 1 });
    expect(rowsOf(decision).slice(0, 2)).toEqual(["trust_set_aside", "trust_set_aside"]);
  });

  it("leaves the layer free for its actor", () => {
    const decision = decide(
      input({
        stages: [
          [requirement("layer:department_head", { who: ["ana", "cto"], quorum: 2 })],
          [requirement("layer:owner")],
        ],
        verdicts: [
          verdict("layer:department_head", "blocker", "ana"),
          verdict("layer:department_head", "approved", "cto"),
          verdict("layer:owner", "approved", "ana"),
        ],
        round: { resolutions: [aside("vrd_layerdepartmentheadana")] },
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", complete: true });
  });
});

describe("the findings of a verdict that was set aside", () => {
  const findings = [finding("critical", { raisedBy: ["codex"] })];
  const verdicts = [
    verdict("panel", "blocker", "codex", { findings: ["F-1"] }),
    verdict("panel", "approved", "gemini"),
  ];
  const round = { resolutions: [aside("vrd_panelcodex")] };

  it("do not count", () => {
    const decision = decide(input({ stages: [[requirement("panel")]], verdicts, findings, round }));

    expect(decision).toMatchObject({ effect: "advance", gate: "pass", complete: true });
  });

  it("count if somebody else raised them too", () => {
    const shared = [finding("critical", { raisedBy: ["codex", "gemini"] })];
    const decision = decide(
      input({ stages: [[requirement("panel")]], verdicts, findings: shared, round }),
    );

    expect(decision).toMatchObject({ effect: "rework", gate: "fail" });
  });

  it("count if another verdict of that reviewer stands", () => {
    const decision = decide(
      input({
        stages: [[requirement("agent:codex"), requirement("panel")]],
        verdicts: [...verdicts, verdict("agent:codex", "concerns", "codex", { findings: ["F-1"] })],
        findings,
        round,
      }),
    );

    expect(decision).toMatchObject({ effect: "rework", gate: "fail" });
  });

  it("count if the verdict did not count anyway", () => {
    const decision = decide(
      input({
        stages: [[requirement("panel", { who: ["gemini"], quorum: 1 })]],
        verdicts,
        findings,
        round,
      }),
    );

    expect(decision).toMatchObject({ effect: "rework", gate: "fail" });
  });
});
