import { describe, expect, it } from "vitest";
import type { ForgeBranchRules } from "../../ports/forge.ts";
import { judgeBranchRules } from "./judge-branch-rules.ts";

const APP = 7;
const OURS = { name: "countersign/gate", app: APP };
const TIGHT: ForgeBranchRules = {
  requiresPullRequest: true,
  requiredChecks: [{ name: "build", app: null }, OURS],
  isStrict: true,
  hasMergeQueue: false,
  bypass: [],
};

function gaps(rules: Partial<ForgeBranchRules>): string[] {
  const found = judgeBranchRules({ ...TIGHT, ...rules }, { app: APP, branch: "main" });
  for (const { says, fix } of found) expect(`${says} ${fix}`).not.toContain("undefined");
  return found.map(({ is }) => is);
}

describe("judgeBranchRules", () => {
  it.each<[string, Partial<ForgeBranchRules>, string[]]>([
    ["our check, required from our app without bypass", {}, []],
    ["no required check", { requiredChecks: [] }, ["not_required"]],
    ["other checks only", { requiredChecks: [{ name: "build", app: APP }] }, ["not_required"]],
    ["our check from any source", { requiredChecks: [{ ...OURS, app: null }] }, ["any_app"]],
    ["our check from another app", { requiredChecks: [{ ...OURS, app: 8 }] }, ["other_app"]],
    [
      "our check from any source and from us",
      { requiredChecks: [{ ...OURS, app: null }, OURS] },
      [],
    ],
    [
      "a name that only begins like ours",
      { requiredChecks: [{ ...OURS, name: "countersign/gate2" }] },
      ["not_required"],
    ],
    ["actors that may bypass", { bypass: ["admins"] }, ["can_be_bypassed"]],
    ["an unreadable bypass list", { bypass: null }, ["bypass_unreadable"]],
    ["a base that may be older", { isStrict: false }, ["not_strict"]],
    ["two gaps", { isStrict: false, bypass: ["admins"] }, ["can_be_bypassed", "not_strict"]],
  ])("finds the gaps of %s", (_, rules, expected) => {
    expect(gaps(rules)).toEqual(expected);
  });

  it("names the actors that may bypass the rules", () => {
    const [gap] = judgeBranchRules(
      { ...TIGHT, bypass: ["admins", "deploy"] },
      { app: APP, branch: "main" },
    );
    expect(gap?.says).toBe("admins, deploy can merge to main without the check");
  });
});
