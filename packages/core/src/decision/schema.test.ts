import { describe, expect, it } from "vitest";
import { input, requirement, verdict } from "../testing/decision-of.ts";
import { decide } from "./decide.ts";
import { Resolution } from "./resolution.ts";
import { Decision, Gate, Reason, Row } from "./schema.ts";

function decision(): Decision {
  return decide(
    input({
      stages: [[requirement("check:tests")]],
      verdicts: [verdict("check:tests", "approved")],
    }),
  );
}

const REASON = {
  table: "limits",
  row: "limit_cost",
  effect: "escalate",
  requirement: null,
  inputs: { costUsd: 1.5, by: ["ana"], gate: "pass", may: true },
};

describe("Gate", () => {
  it.each(["pending", "fail", "needs_fixes", "pass_with_warnings", "pass"])("takes %s", (word) => {
    expect(Gate.parse(word)).toBe(word);
  });

  it.each(["passed", "FAIL", "", null])("refuses %j", (word) => {
    expect(Gate.safeParse(word).success).toBe(false);
  });
});

describe("Row", () => {
  it("lists every row that can fire", () => {
    expect(Row.options).toMatchInlineSnapshot(`
      [
        "no_plan",
        "empty_plan",
        "zero_reviews",
        "chain_empty",
        "layer_skipped",
        "trust_author",
        "trust_other_content",
        "trust_not_asked",
        "trust_not_human",
        "trust_not_engine",
        "trust_sponsor",
        "trust_one_layer",
        "trust_set_aside",
        "sponsor_approved",
        "unknown_committer",
        "stood_in",
        "auto_approved",
        "waived",
        "outstanding",
        "quorum_unreachable",
        "not_shown_whole",
        "blocker",
        "severity_fail",
        "severity_needs_fixes",
        "severity_warnings",
        "severity_concerns",
        "severity_pass",
        "panel_conflict",
        "panel_concern",
        "panel_approved",
        "chain_concerns",
        "chain_approved",
        "limit_attempts",
        "limit_cost",
        "limit_stalled",
        "clarified_already",
        "sent_back",
        "rejected",
      ]
    `);
  });
});

describe("Reason", () => {
  it.each([
    REASON,
    { ...REASON, effect: null, requirement: "check:tests", inputs: {} },
    ...["plan", "trust", "requirement", "severity", "panel", "chain", "release"].map((table) => ({
      ...REASON,
      table,
    })),
  ])("takes %j", (reason) => {
    expect(Reason.parse(reason)).toEqual(reason);
  });

  it.each([
    { ...REASON, table: "tarot" },
    { ...REASON, row: "because" },
    { ...REASON, effect: "approve" },
    { ...REASON, effect: undefined },
    { ...REASON, requirement: undefined },
    { ...REASON, inputs: { nested: {} } },
    { ...REASON, inputs: { list: [1] } },
    { ...REASON, inputs: { nothing: null } },
    { ...REASON, more: 1 },
  ])("refuses %j", (reason) => {
    expect(Reason.safeParse(reason).success).toBe(false);
  });
});

describe("Decision", () => {
  it("takes what decide gives, unchanged", () => {
    expect(Decision.parse(decision())).toEqual(decision());
  });

  it.each([
    { effect: "approve" },
    { stage: -1 },
    { stage: 0.5 },
    { complete: "yes" },
    { outstanding: null },
    { gate: "open" },
    { counts: { critical: 0, major: 0, warning: 0 } },
    { flags: [1] },
    { reasons: [{}] },
    { policyDigest: "0" },
    { inputsDigest: "g".repeat(64) },
    { deciderVersion: 0 },
    { more: 1 },
  ])("refuses %j", (change) => {
    expect(Decision.safeParse({ ...decision(), ...change }).success).toBe(false);
  });

  it("takes no stage where there was no plan", () => {
    expect(Decision.parse({ ...decision(), stage: null }).stage).toBeNull();
  });
});

describe("Resolution", () => {
  it.each([
    { do: "set_aside", verdict: "vrd_1" },
    { do: "grant_attempts", attempts: 1 },
    { do: "grant_attempts", attempts: 20 },
    { do: "raise_budget", usd: 0.5 },
    { do: "raise_budget", usd: 1_000_000 },
    { do: "name_reviewer", requirement: "layer:owner", reviewer: "ana" },
    { do: "name_reviewer", requirement: "r".repeat(200), reviewer: "ana" },
    { do: "retry" },
    { do: "send_back" },
    { do: "reject" },
  ])("takes %j", (resolution) => {
    expect(Resolution.parse(resolution)).toEqual(resolution);
  });

  it.each([
    { do: "approve" },
    { do: "set_aside" },
    { do: "set_aside", verdict: "1" },
    { do: "set_aside", verdict: "vrd_1", more: 1 },
    { do: "grant_attempts", attempts: 0 },
    { do: "grant_attempts", attempts: 21 },
    { do: "grant_attempts", attempts: 1.5 },
    { do: "grant_attempts", attempts: 1, more: 1 },
    { do: "raise_budget", usd: 0 },
    { do: "raise_budget", usd: 1_000_001 },
    { do: "raise_budget", usd: 1, more: 1 },
    { do: "name_reviewer", requirement: "", reviewer: "ana" },
    { do: "name_reviewer", requirement: "r".repeat(201), reviewer: "ana" },
    { do: "name_reviewer", requirement: "layer:owner", reviewer: "a b" },
    { do: "name_reviewer", requirement: "layer:owner", reviewer: "ana", more: 1 },
    { do: "retry", more: 1 },
    { do: "send_back", more: 1 },
    { do: "reject", more: 1 },
    {},
  ])("refuses %j", (resolution) => {
    expect(Resolution.safeParse(resolution).success).toBe(false);
  });
});
