import { describe, expect, it } from "vitest";
import { policyOf } from "../../testing/policy-of.ts";
import type { Policy } from "../policy.ts";

/** The agents that a policy asks, with the programs that run them. */
function asked({ policies, reviewers }: Policy): Record<string, string> {
  const ids = policies.flatMap(({ require }) =>
    require.flatMap((demand) => ("reviewer" in demand ? [demand.reviewer] : [])),
  );
  const agents = reviewers.filter(({ id, kind }) => kind === "agent" && ids.includes(id));
  return Object.fromEntries(agents.map(({ id, adapter }) => [id, adapter]));
}

const SEVEN = [
  "architecture-reviewer",
  "build-reviewer",
  "design-auditor",
  "finance-sme",
  "integration-reviewer",
  "security-reviewer",
  "test-reviewer",
];

describe("agentReviewers", () => {
  it("lets claude run the shipped agents where nothing is said", () => {
    expect(asked(policyOf())).toEqual(Object.fromEntries(SEVEN.map((id) => [id, "claude"])));
    expect(policyOf({ agentReviewers: "claude" }).reviewers).toEqual(policyOf().reviewers);
  });

  it.each([
    ["codex", "gpt"],
    ["gemini", "gemini"],
    ["opencode", null],
  ])("lets %s run them, with its model family", (program, family) => {
    const policy = policyOf({ agentReviewers: program });

    expect(asked(policy)).toEqual(Object.fromEntries(SEVEN.map((id) => [id, program])));
    expect(policy.reviewers.find(({ id }) => id === "build-reviewer")).toMatchObject({
      modelFamily: family,
    });
  });

  it("none asks every program and layer of the shipped policies, and no agent", () => {
    const policy = policyOf({ agentReviewers: "none" });

    expect(asked(policy)).toEqual({});
    expect(policy.policies.map(({ id }) => id)).toEqual([
      "universal",
      "by-rule",
      "dependencies",
      "high-risk",
    ]);
    expect(policy.policies.at(-1)?.require).toEqual([{ layer: "owner", quorum: 1 }]);
    expect(policy.rules.map(({ reviewer }) => reviewer)).not.toContain("build-reviewer");
    expect(asked(policyOf({ agentReviewers: "none", preset: "careful" }))).toEqual({});
  });

  it("leaves the lists of a file as they are", () => {
    const codex = {
      id: "codex",
      name: "C",
      kind: "agent",
      adapter: "claude",
      description: "Reads",
    };
    const own = {
      rules: [],
      reviewers: [codex],
      policies: [
        {
          id: "universal",
          when: "always",
          require: [{ reviewer: "integrity" }, { reviewer: "codex" }],
          description: "All",
        },
      ],
    };
    expect(asked(policyOf({ ...own, agentReviewers: "none" }))).toEqual({ codex: "claude" });
    expect(asked(policyOf({ ...own, agentReviewers: "gemini" }))).toEqual({ codex: "claude" });
    expect(policyOf({ ...own, agentReviewers: "none" }).rules).toEqual([]);
  });
});
