import { describe, expect, it } from "vitest";
import { EFFECTS } from "../policy/words.ts";
import { finding, input, reasonOf, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";
import { worst } from "./stage.ts";

describe("worst", () => {
  it.each(
    EFFECTS.flatMap((a, i) => EFFECTS.map((b, j) => ({ a, b, is: EFFECTS[Math.max(i, j)] }))),
  )("of $a and $b is $is [C3]", ({ a, b, is }) => {
    expect(worst([a, b])).toBe(is);
  });

  it("of nothing is advance", () => {
    expect(worst([])).toBe("advance");
  });
});

const MACHINES = [requirement("check:tests"), requirement("agent:sec")];
const STAGES = [MACHINES, [requirement("panel")], [requirement("layer:owner")]];
const GREEN = [verdict("check:tests", "approved"), verdict("agent:sec", "approved")];
const PANEL = [verdict("panel", "approved", "codex"), verdict("panel", "approved", "gemini")];

describe("the stages of a plan", () => {
  it.each([
    { given: "nothing", verdicts: [], stage: 0, outstanding: ["check:tests", "agent:sec"] },
    { given: "the machines", verdicts: GREEN, stage: 1, outstanding: ["panel"] },
    {
      given: "machines and panel",
      verdicts: [...GREEN, ...PANEL],
      stage: 2,
      outstanding: ["layer:owner"],
    },
  ])("after $given only stage $stage is judged [C6]", ({ verdicts, stage, outstanding }) => {
    const decision = decide(input({ stages: STAGES, verdicts }));

    expect(decision).toMatchObject({ effect: "wait", complete: false, stage, outstanding });
  });

  it("do not hear a later one early, not even its blocker", () => {
    const decision = decide(
      input({ stages: STAGES, verdicts: [verdict("layer:owner", "blocker")] }),
    );

    expect(decision).toMatchObject({ effect: "wait", stage: 0 });
    expect(rowsOf(decision)).toEqual(["outstanding", "outstanding"]);
  });

  it("are judged in the order of their numbers, wherever the plan lists them", () => {
    const given = input({ stages: STAGES, verdicts: GREEN });
    const { plan } = given;
    const requirements = plan?.requirements.toReversed() ?? [];
    const turned = decide({ ...given, plan: plan === null ? null : { ...plan, requirements } });

    expect(turned).toMatchObject({ stage: 1, outstanding: ["panel"] });
  });

  it("gather flags on the way to the approval", () => {
    const decision = decide(
      input({
        stages: STAGES,
        verdicts: [
          verdict("check:tests", "approved"),
          verdict("agent:sec", "concerns"),
          verdict("panel", "concerns", "codex"),
          verdict("panel", "approved", "gemini"),
          verdict("layer:owner", "approved"),
        ],
        findings: [finding("warning")],
        task: { sponsor: "ana" },
      }),
    );

    expect(decision).toMatchObject({ effect: "flag", complete: true, stage: 2 });
    expect(decision.flags).toEqual([
      "panel_concern",
      "severity_concerns",
      "severity_warnings",
      "sponsor_approved",
    ]);
  });

  it("keep the flags of earlier stages while a later one waits", () => {
    const decision = decide(
      input({
        stages: STAGES,
        verdicts: [verdict("check:tests", "concerns"), verdict("agent:sec", "approved")],
      }),
    );

    expect(decision).toMatchObject({ effect: "wait", stage: 1, flags: ["severity_concerns"] });
  });

  it("are all listed in the reasons, each with its gate", () => {
    const decision = decide(
      input({
        stages: STAGES,
        verdicts: [...GREEN, ...PANEL, verdict("layer:owner", "approved")],
      }),
    );

    expect(decision.reasons.map(({ row, requirement: id }) => `${row} ${id}`)).toEqual([
      "severity_pass check:tests",
      "severity_pass agent:sec",
      "severity_pass null",
      "panel_approved panel",
      "severity_pass null",
      "chain_approved layer:owner",
      "severity_pass null",
    ]);
  });
});

describe("the gate of a stage", () => {
  it("joins only when nothing is outstanding, so that the author gets one complete report [R-019] [C6]", () => {
    const early = decide(
      input({
        stages: [MACHINES],
        verdicts: [verdict("check:tests", "approved")],
        findings: [finding("critical")],
      }),
    );
    const whole = decide(
      input({ stages: [MACHINES], verdicts: GREEN, findings: [finding("critical")] }),
    );

    expect(rowsOf(early)).toEqual(["severity_pass", "outstanding"]);
    expect(early.effect).toBe("wait");
    expect(rowsOf(whole)).toEqual(["severity_pass", "severity_pass", "severity_fail"]);
    expect(whole.effect).toBe("rework");
  });

  it("does not soften what is worse", () => {
    const decision = decide(
      input({
        stages: [MACHINES],
        verdicts: [verdict("check:tests", "approved"), verdict("agent:sec", "blocker")],
        findings: [finding("critical")],
      }),
    );

    expect(decision.effect).toBe("escalate");
    expect(rowsOf(decision)).toEqual(["severity_pass", "blocker", "severity_fail"]);
  });

  it("stops a later stage too, when a finding comes late", () => {
    const decision = decide(
      input({
        stages: [[requirement("check:tests")], [requirement("layer:owner")]],
        verdicts: [verdict("check:tests", "approved")],
        findings: [finding("major")],
      }),
    );

    expect(decision).toMatchObject({ effect: "rework", stage: 0 });
  });
});

describe("gate.failFast", () => {
  const policy = { gate: { failFast: true } };
  const verdicts = [verdict("check:tests", "approved")];

  it("sends critical findings back before every reviewer has answered", () => {
    const decision = decide(
      input({ stages: [MACHINES], verdicts, findings: [finding("critical")], policy }),
    );

    expect(decision).toMatchObject({
      effect: "rework",
      complete: false,
      outstanding: ["agent:sec"],
    });
    expect(rowsOf(decision)).toEqual(["severity_pass", "outstanding", "severity_fail"]);
  });

  it("waits with anything milder", () => {
    const decision = decide(
      input({ stages: [MACHINES], verdicts, findings: [finding("major")], policy }),
    );

    expect(decision).toMatchObject({ effect: "wait", outstanding: ["agent:sec"] });
  });

  it("does not hide a blocker", () => {
    const decision = decide(
      input({
        stages: [[...MACHINES, requirement("agent:law")]],
        verdicts: [...verdicts, verdict("agent:law", "blocker")],
        findings: [finding("critical")],
        policy,
      }),
    );

    expect(decision.effect).toBe("escalate");
  });

  it("stays within the limits of attempts", () => {
    const decision = decide(
      input({
        stages: [MACHINES],
        verdicts,
        findings: [finding("critical")],
        policy,
        task: { attempt: 3 },
      }),
    );

    expect(decision.effect).toBe("escalate");
    expect(reasonOf(decision, "limit_attempts")?.inputs).toEqual({ attempt: 3, limit: 3 });
  });
});
