import { describe, expect, it } from "vitest";
import { type BranchRule, branchRule, type Ruleset, toBranchRules } from "./read-rules.ts";

const CHECKS: BranchRule = {
  type: "required_status_checks",
  ruleset_id: 1,
  parameters: {
    strict_required_status_checks_policy: true,
    required_status_checks: [
      { context: "countersign/gate", integration_id: 77 },
      { context: "lint", integration_id: null },
    ],
  },
};
const NO_BYPASS: Ruleset = { bypass_actors: [] };

describe("toBranchRules", () => {
  it("says that a branch without rules enforces nothing", () => {
    expect(toBranchRules([], [])).toEqual({
      requiresPullRequest: false,
      requiredChecks: [],
      isStrict: false,
      hasMergeQueue: false,
      bypass: [],
    });
  });

  it("lists required checks with the app that they are pinned to", () => {
    const rules = [
      CHECKS,
      { type: "pull_request", parameters: {} },
      { type: "merge_queue", parameters: {} },
    ];

    expect(toBranchRules(rules, [NO_BYPASS])).toEqual({
      requiresPullRequest: true,
      requiredChecks: [
        { name: "countersign/gate", app: 77 },
        { name: "lint", app: null },
      ],
      isStrict: true,
      hasMergeQueue: true,
      bypass: [],
    });
  });

  it("reads a rule without parameters", () => {
    expect(
      toBranchRules([branchRule.parse({ type: "deletion", ruleset_id: 1 })], [NO_BYPASS]),
    ).toMatchObject({ requiresPullRequest: false, requiredChecks: [] });
  });

  it("lists every actor that may bypass one of the rulesets", () => {
    const admin = { actor_type: "RepositoryRole", actor_id: 5, bypass_mode: "always" };
    const owner = { actor_type: "OrganizationAdmin", actor_id: null };

    expect(
      toBranchRules([CHECKS], [{ bypass_actors: [admin] }, { bypass_actors: [admin, owner] }])
        .bypass,
    ).toEqual(["RepositoryRole 5", "OrganizationAdmin"]);
  });

  it("does not claim that nobody may bypass a ruleset that hides its actors", () => {
    expect(toBranchRules([CHECKS], [NO_BYPASS, {}]).bypass).toBeNull();
  });
});
