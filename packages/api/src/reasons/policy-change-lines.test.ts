import { describe, expect, it } from "vitest";
import { policyChangeLines } from "./policy-change-lines.ts";

const ATTEMPTS = { key: "limits.attempts", before: "3", after: "10" };
const LINT = { key: "checks.lint", before: '{"id":"lint"}', after: "not set" };

describe("policyChangeLines", () => {
  it("names every loosened key with its value before and after", () => {
    expect(
      policyChangeLines({ effect: "changed", problem: "", loosened: [ATTEMPTS, LINT] }),
    ).toEqual([
      "Loosens 2 keys of the policy:",
      "  limits.attempts: 3 → 10",
      '  checks.lint: {"id":"lint"} → not set',
    ]);
    expect(policyChangeLines({ effect: "changed", problem: "", loosened: [ATTEMPTS] })[0]).toBe(
      "Loosens 1 key of the policy:",
    );
  });

  it("says that no key is loosened", () => {
    expect(policyChangeLines({ effect: "none", problem: "", loosened: [] })).toEqual([
      "Edits the policy; no key loosened.",
    ]);
  });

  it("says why the policy cannot be read", () => {
    const problem = "merge.targett: There is no such key, did you mean target?";
    expect(policyChangeLines({ effect: "unreadable", problem, loosened: [] })).toEqual([
      `The policy cannot be read after this change: ${problem}`,
    ]);
  });

  it("is silent where the policy stays as it is", () => {
    expect(policyChangeLines(null)).toEqual([]);
  });
});
