import { describe, expect, it } from "vitest";
import { finding, input, reasonOf, requirement, rowsOf, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";

const TESTS = [[requirement("check:tests")]];
const PASSED = [verdict("check:tests", "approved")];

describe("decide", () => {
  it("waits while there is no plan", () => {
    const decision = decide(input({ stages: null }));

    expect(decision).toMatchObject({
      effect: "wait",
      stage: null,
      complete: false,
      outstanding: [],
      gate: "pending",
      flags: [],
    });
    expect(decision.reasons).toEqual([
      { table: "plan", row: "no_plan", effect: "wait", requirement: null, inputs: {} },
    ]);
  });

  it("escalates an empty plan: zero reviews never pass [D12] [H15]", () => {
    const decision = decide(input({ stages: [] }));

    expect(decision).toMatchObject({ effect: "escalate", stage: null, complete: false });
    expect(decision.reasons).toEqual([
      { table: "plan", row: "empty_plan", effect: "escalate", requirement: null, inputs: {} },
    ]);
  });

  it("gives the whole decision, with every reason and every digest [R-018]", () => {
    const given = input({
      stages: [...TESTS, [requirement("layer:owner")]],
      verdicts: PASSED,
      findings: [finding("warning")],
    });

    expect(decide(given)).toEqual({
      effect: "wait",
      stage: 1,
      complete: false,
      outstanding: ["layer:owner"],
      gate: "pass_with_warnings",
      counts: { critical: 0, major: 0, warning: 1, info: 0 },
      flags: ["severity_warnings"],
      reasons: [
        {
          table: "severity",
          row: "severity_pass",
          effect: "advance",
          requirement: "check:tests",
          inputs: { by: ["tests"] },
        },
        {
          table: "severity",
          row: "severity_warnings",
          effect: "flag",
          requirement: null,
          inputs: { critical: 0, major: 0, warning: 1, info: 0 },
        },
        {
          table: "requirement",
          row: "outstanding",
          effect: "wait",
          requirement: "layer:owner",
          inputs: { expected: ["ana"], answers: 0, quorum: 1 },
        },
      ],
      policyDigest: given.policy.digest,
      inputsDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      deciderVersion: 3,
    });
  });
});

describe("a layer that was skipped", () => {
  const because = { entry: "chains.code", fact: "type code" };
  const skipped = [{ layer: "peer", reason: "alone", because }] as const;
  const given = { stages: TESTS, verdicts: PASSED };
  const withSkip = (purpose: "gate" | "checkup") => {
    const { plan, round, ...rest } = input(given);
    if (plan === null) throw new Error("no plan");
    return decide({
      ...rest,
      round: { ...round, purpose },
      plan: { ...plan, skipped: [...skipped] },
    });
  };

  it("stays visible on the task that passes", () => {
    const decision = withSkip("gate");

    expect(decision).toMatchObject({ complete: true, flags: ["layer_skipped"] });
    expect(reasonOf(decision, "layer_skipped")).toEqual({
      table: "plan",
      row: "layer_skipped",
      effect: null,
      requirement: null,
      inputs: { layer: "peer", reason: "alone" },
    });
    expect(withSkip("checkup").flags).toEqual([]);
  });
});

describe("a chain that nobody could answer", () => {
  const empty = (given: Parameters<typeof input>[0]) =>
    decide(input({ stages: TESTS, verdicts: PASSED, notes: ["chain_empty"], ...given }));

  it("is complete if a machine passed, with the flag no_reviewer [R-086] [C9]", () => {
    const decision = empty({});

    expect(decision).toMatchObject({ effect: "flag", complete: true, flags: ["no_reviewer"] });
    expect(decision.reasons.at(-1)).toEqual({
      table: "plan",
      row: "chain_empty",
      effect: "flag",
      requirement: null,
      inputs: { machines: 1, gate: "pass", onUnavailable: "complete" },
    });
  });

  it("is complete with warnings as well", () => {
    const decision = empty({ findings: [finding("warning")] });

    expect(decision).toMatchObject({
      effect: "flag",
      complete: true,
      flags: ["no_reviewer", "severity_warnings"],
    });
  });

  it("is escalated where the policy says so", () => {
    const decision = empty({ policy: { onUnavailable: "escalate" } });

    expect(decision).toMatchObject({ effect: "escalate", complete: false, stage: 0, flags: [] });
    expect(reasonOf(decision, "chain_empty")).toEqual({
      table: "plan",
      row: "chain_empty",
      effect: "escalate",
      requirement: null,
      inputs: { machines: 1, gate: "pass", onUnavailable: "escalate" },
    });
  });

  it("is escalated by the profile strict [C9]", () => {
    expect(empty({ policy: { profile: "strict" } }).effect).toBe("escalate");
  });

  it("is escalated if the gate needs fixes, although they only flag", () => {
    const decision = empty({
      findings: [finding("major")],
      policy: { gate: { needsFixes: "flag" } },
    });

    expect(decision).toMatchObject({ effect: "escalate", complete: false });
    expect(reasonOf(decision, "chain_empty")?.inputs).toEqual({
      machines: 1,
      gate: "needs_fixes",
      onUnavailable: "complete",
    });
  });

  it("is escalated if no machine gave an opinion [R-086] [R-244] [C9] [H4]", () => {
    const decision = empty({
      verdicts: [verdict("check:tests", "blocker")],
      round: { resolutions: [{ do: "set_aside", verdict: "vrd_checkteststests" }] },
    });

    expect(decision).toMatchObject({ effect: "escalate", complete: false });
    expect(rowsOf(decision)).toEqual([
      "trust_set_aside",
      "waived",
      "severity_pass",
      "zero_reviews",
    ]);
  });

  it("counts the machines that answered", () => {
    const decision = empty({
      stages: [[requirement("check:tests"), requirement("agent:sec")], [requirement("panel")]],
      verdicts: [
        ...PASSED,
        verdict("agent:sec", "blocker"),
        verdict("panel", "approved", "codex"),
        verdict("panel", "approved", "gemini"),
      ],
      round: { resolutions: [{ do: "set_aside", verdict: "vrd_agentsecsec" }] },
    });

    expect(reasonOf(decision, "chain_empty")?.inputs.machines).toBe(2);
  });

  it("is reviewed all the same if the mode asks an owner", () => {
    const decision = empty({
      stages: [...TESTS, [requirement("layer:owner")]],
      verdicts: [...PASSED, verdict("layer:owner", "approved")],
    });

    expect(decision).toMatchObject({ effect: "advance", complete: true, flags: [] });
  });

  it("is no matter for a plan whose chain has layers", () => {
    expect(empty({ notes: ["layers_merged"] })).toMatchObject({ effect: "advance", flags: [] });
  });
});

describe("a release that ends a hold", () => {
  const BLOCKED = [verdict("check:tests", "blocker")];

  it.each([
    { act: "send_back", effect: "rework", row: "sent_back" },
    { act: "reject", effect: "reject", row: "rejected" },
  ] as const)("$act → $effect, whatever the verdicts say [C3]", ({ act, effect, row }) => {
    const decision = decide(
      input({ stages: TESTS, verdicts: BLOCKED, round: { resolutions: [{ do: act }] } }),
    );

    expect(decision).toMatchObject({ effect, complete: false, stage: null, outstanding: [] });
    expect(decision.reasons).toEqual([
      { table: "release", row, effect, requirement: null, inputs: {} },
    ]);
  });

  it.each([null, []])("acts at once, also with the plan %j", (stages) => {
    const decision = decide(input({ stages, round: { resolutions: [{ do: "reject" }] } }));

    expect(decision).toMatchObject({ effect: "reject", gate: "pass" });
  });

  it("rejects if both were asked for", () => {
    const decision = decide(
      input({ stages: TESTS, round: { resolutions: [{ do: "send_back" }, { do: "reject" }] } }),
    );

    expect(decision.effect).toBe("reject");
  });

  it("only looks again for any other resolution", () => {
    const decision = decide(
      input({
        stages: TESTS,
        verdicts: PASSED,
        round: {
          resolutions: [
            { do: "retry" },
            { do: "grant_attempts", attempts: 2 },
            { do: "raise_budget", usd: 3 },
          ],
        },
      }),
    );

    expect(decision).toMatchObject({ effect: "advance", complete: true });
  });
});
