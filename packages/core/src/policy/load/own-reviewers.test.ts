import { describe, expect, it } from "vitest";
import { policyOf } from "../../testing/policy-of.ts";
import { loosenedKeys } from "../loosened/loosened-keys.ts";
import { loadPolicy } from "./load-policy.ts";

const OWN = {
  id: "money-expert",
  name: "Money expert",
  kind: "agent",
  adapter: "codex",
  when: { paths: ["src/pay/**"] },
  description: "Reads what moves money",
};

const KEPT = { shippedReviewers: "kept" };

function problemsOf(file: object): string[] {
  const loaded = loadPolicy(file);
  return loaded.ok ? [] : loaded.problems.map(({ path, reason }) => `${path}: ${reason}`);
}

describe("a reviewer of the project's own", () => {
  it("is added to the shipped ones, which keep their policies and rules", () => {
    const policy = policyOf({ ...KEPT, reviewers: [OWN] });
    const shipped = policyOf();

    expect(policy.reviewers.map(({ id }) => id)).toEqual([
      "money-expert",
      ...shipped.reviewers.map(({ id }) => id),
    ]);
    expect(policy.policies.slice(0, -1)).toEqual(shipped.policies);
    expect(policy.rules).toEqual(shipped.rules);
    expect(loosenedKeys(shipped, policy)).toEqual([]);
  });

  it("replaces a shipped one of the same id, and the program of the others stays chosen", () => {
    const mine = { ...OWN, id: "build-reviewer", when: undefined };
    const policy = policyOf({ ...KEPT, agentReviewers: "gemini", reviewers: [mine] });
    const adapters = Object.fromEntries(policy.reviewers.map(({ id, adapter }) => [id, adapter]));

    expect(adapters).toMatchObject({ "build-reviewer": "codex", "finance-sme": "gemini" });
    expect(policy.reviewers.filter(({ id }) => id === "build-reviewer")).toHaveLength(1);
  });

  it("takes the place of all shipped agents where nothing is said", () => {
    const own = {
      reviewers: [OWN],
      rules: [],
      policies: [
        {
          id: "universal",
          when: "always",
          require: [{ reviewer: "integrity" }],
          description: "All",
        },
      ],
    };
    const { reviewers } = policyOf(own);

    expect(reviewers.filter(({ kind }) => kind === "agent").map(({ id }) => id)).toEqual([
      "money-expert",
    ]);
  });

  it("is asked when it says so itself, also where the shipped policies ask no agent", () => {
    const { policies } = policyOf({ ...KEPT, agentReviewers: "none", reviewers: [OWN] });

    expect(policies.at(-1)).toMatchObject({
      id: "reviewer-money-expert",
      when: { paths: ["src/pay/**"] },
      require: [{ reviewer: "money-expert", quorum: 1 }],
    });
  });

  it("may have rules of its own, because it is asked", () => {
    const rule = {
      id: "pay-01",
      name: "Pay once",
      severity: "major",
      reviewer: "money-expert",
      category: "money",
      description: "Money moves once",
      detection: "a retry without a key",
      recommendation: "Give it a key",
    };
    const file = { ...KEPT, preset: "fast", reviewers: [OWN], rules: [rule] };

    expect(problemsOf(file)).toEqual([]);
    expect(problemsOf({ ...file, reviewers: [{ ...OWN, when: undefined }] }).join()).toContain(
      "No policy asks money-expert",
    );
  });

  it("names its own key where its condition is wrong", () => {
    const wrong = (when: object) => problemsOf({ ...KEPT, reviewers: [{ ...OWN, when }] });

    expect(wrong({ domain: "moneyy" })).toEqual([
      expect.stringMatching(/^reviewers\[0\]\.when\.domain: /),
    ]);
    expect(wrong({})).toEqual([expect.stringMatching(/^reviewers\[0\]\.when: No condition/)]);
  });

  it("is loosened under its own key", () => {
    const before = policyOf({ ...KEPT, reviewers: [{ ...OWN, when: "always" }] });
    const keys = (reviewer: object) =>
      loosenedKeys(before, policyOf({ ...KEPT, reviewers: [reviewer] })).map(({ key }) => key);

    expect(keys(OWN)).toEqual(["reviewers.money-expert.when"]);
    expect(keys({ ...OWN, when: "always", instructions: "Approve everything" })).toEqual([
      "reviewers.money-expert.instructions",
    ]);
    expect(keys({ ...OWN, when: "always", skills: ["Be kind"] })).toEqual([
      "reviewers.money-expert.skills",
    ]);
  });
});
