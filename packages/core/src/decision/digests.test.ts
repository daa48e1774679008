import { describe, expect, it } from "vitest";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { finding, input, requirement, verdict } from "../testing/decision-of.ts";
import { DECIDER_VERSION, decide } from "./decide.ts";

type Given = Parameters<typeof input>[0];

const BASE: Given = {
  stages: [[requirement("check:tests")], [requirement("layer:owner")]],
  verdicts: [verdict("check:tests", "approved")],
  findings: [finding("warning")],
};

describe("the digests of a decision", () => {
  it("are equal for equal inputs, byte for byte [R-009]", () => {
    expect(canonicalJson(decide(input(BASE)))).toBe(canonicalJson(decide(input(BASE))));
  });

  it.each<{ what: string; change: Given }>([
    { what: "the plan", change: { stages: [[requirement("check:tests", { quorum: 2 })]] } },
    { what: "no plan", change: { stages: null } },
    { what: "the mode", change: { mode: "auto" } },
    { what: "a verdict's opinion", change: { verdicts: [verdict("check:tests", "concerns")] } },
    {
      what: "a verdict's summary",
      change: { verdicts: [verdict("check:tests", "approved", "tests", { summary: "fine" })] },
    },
    { what: "no verdict", change: { verdicts: [] } },
    { what: "a finding's message", change: { findings: [finding("warning", { message: "m" })] } },
    { what: "no finding", change: { findings: [] } },
    { what: "the policy", change: { policy: { limits: { attempts: 7 } } } },
    { what: "the authors", change: { task: { authors: ["claude", "x"] } } },
    { what: "the sponsor", change: { task: { sponsor: "zoe" } } },
    { what: "the committers", change: { task: { committers: ["zoe"] } } },
    { what: "the attempt", change: { task: { attempt: 2 } } },
    { what: "the limit of attempts", change: { task: { attemptLimit: 4 } } },
    { what: "granted attempts", change: { task: { granted: true } } },
    { what: "the costs", change: { task: { costUsd: 1 } } },
    { what: "the budget", change: { task: { budgetUsd: 6 } } },
    { what: "the round", change: { round: { number: 2 } } },
    { what: "the tree", change: { round: { tree: "b".repeat(40) } } },
    { what: "the purpose", change: { round: { purpose: "checkup" } } },
    { what: "the signal", change: { round: { signal: "PARTIAL" } } },
    { what: "a clarification", change: { round: { clarified: true } } },
    { what: "a reviewer given up", change: { round: { noResult: ["check:lint lint"] } } },
    { what: "a resolution", change: { round: { resolutions: [{ do: "retry" }] } } },
  ])("change with $what", ({ change }) => {
    const before = decide(input(BASE));
    const after = decide(input({ ...BASE, ...change }));

    expect(after.inputsDigest).not.toBe(before.inputsDigest);
    expect(after.inputsDigest).toMatch(/^[0-9a-f]{64}$/);
  });

  it("do not change with the order in which verdicts came [R-009]", () => {
    const verdicts = [verdict("check:tests", "approved"), verdict("layer:owner", "approved")];
    const forwards = decide(input({ ...BASE, verdicts }));
    const backwards = decide(input({ ...BASE, verdicts: verdicts.toReversed() }));

    expect(canonicalJson(backwards)).toBe(canonicalJson(forwards));
  });

  it("name the policy that was in force", () => {
    const given = input({ ...BASE, policy: { limits: { attempts: 7 } } });

    expect(decide(given).policyDigest).toBe(given.policy.digest);
    expect(decide(given).policyDigest).not.toBe(decide(input(BASE)).policyDigest);
  });

  it("come with the version of the decider", () => {
    expect(decide(input(BASE)).deciderVersion).toBe(DECIDER_VERSION);
    expect(DECIDER_VERSION).toBe(3);
  });

  it("stay what they are: a digest of digests, so that old decisions replay", () => {
    const { inputsDigest } = decide({
      ...input({ ...BASE, stages: null, verdicts: [], findings: [] }),
      policy: { ...input(BASE).policy, digest: "0".repeat(64) },
    });

    expect(inputsDigest).toMatchInlineSnapshot(
      `"6a15d1ad9454a9b82208375262944153aa414077849b49c47afdc70af415f29a"`,
    );
  });
});
