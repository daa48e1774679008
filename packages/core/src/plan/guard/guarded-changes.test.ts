import { describe, expect, it } from "vitest";
import type { PolicyChange } from "../../content/schema.ts";
import { factsOf, fileOf, planOf, requirementOf } from "../../testing/plan-of.ts";
import { policyOf } from "../../testing/policy-of.ts";
import { guardedChanges } from "./guarded-changes.ts";

const OPEN = { extends: null, reviewers: [], trust: { protected: [] }, checks: [] };

function change(more: Partial<PolicyChange>): { policyChange: PolicyChange } {
  return { policyChange: { bases: [], effect: "none", problem: "", ...more } };
}

/** One loosened key for each letter. */
function keysOf(letters: string): NonNullable<PolicyChange["loosened"]> {
  return [...letters].map((key) => ({ key, before: "1", after: "2" }));
}

function paths(...args: Parameters<typeof guardedChanges>): (string | null)[] {
  return guardedChanges(...args).map(({ path }) => path);
}

describe("guardedChanges", () => {
  it("lists files of the policy whatever the policy protects", () => {
    const files = ["countersign.yml", ".countersign/rules.json", "src/a.ts"];

    expect(guardedChanges(factsOf(files), OPEN)).toEqual([
      {
        path: ".countersign/rules.json",
        because: { entry: "policy", fact: ".countersign/rules.json" },
      },
      { path: "countersign.yml", because: { entry: "policy", fact: "countersign.yml" } },
    ]);
  });

  it("lists the base that the policy in force extends, and those of either side of the change", () => {
    const facts = factsOf(["ours.json", "base/old.json", "base/new.json"], {
      ...change({ bases: ["base/old.json", "base/new.json"] }),
    });

    expect(paths(facts, { ...OPEN, extends: "./ours.json" })).toEqual([
      "base/new.json",
      "base/old.json",
      "ours.json",
    ]);
    expect(paths(factsOf(["ours.json"]), OPEN)).toEqual([]);
  });

  it("lists the files of a reviewer's instructions and skills", () => {
    const reviewer = {
      id: "money",
      name: "Money",
      kind: "agent",
      adapter: "claude",
      instructions: { file: ".claude/agents/money.md" },
      skills: ["Count twice", { file: "./skills/money/SKILL.md" }],
      when: "always",
      description: "Reads",
    };
    const policy = policyOf({ shippedReviewers: "kept", reviewers: [reviewer] });
    const facts = factsOf([".claude/agents/money.md", "skills/money/SKILL.md", "skills/a.md"]);

    expect(paths(facts, { ...OPEN, reviewers: policy.reviewers })).toEqual([
      ".claude/agents/money.md",
      "skills/money/SKILL.md",
    ]);
  });

  it("counts a rename with both names", () => {
    const moved = fileOf("docs/old.json", { oldPath: "countersign.json", status: "renamed" });

    expect(paths(factsOf([moved]), OPEN)).toEqual(["countersign.json"]);
  });

  it("lists a path once, also where the policy names it too", () => {
    const facts = factsOf(["countersign.json", ".github/ci.yml"]);

    expect(guardedChanges(facts, policyOf()).map(({ because }) => because)).toEqual([
      { entry: "policy", fact: "countersign.json" },
      { entry: "trust.protected", fact: ".github/ci.yml" },
    ]);
  });
});

describe("a policy that the change would leave behind", () => {
  it.each<[Partial<PolicyChange>, string]>([
    [{ effect: "changed" }, "this change alters the policy"],
    [{ effect: "changed", loosened: [] }, "this change edits the policy; no key loosened"],
    [
      { effect: "changed", loosened: [{ key: "limits.attempts", before: "3", after: "10" }] },
      "this change loosens the policy: limits.attempts: 3 → 10",
    ],
    [
      { effect: "changed", loosened: keysOf("aaab") },
      "this change loosens the policy: a (3 entries); b: 1 → 2",
    ],
    [
      { effect: "changed", loosened: keysOf("abcdefghijkl") },
      "this change loosens the policy: a: 1 → 2; b: 1 → 2; c: 1 → 2; d: 1 → 2; e: 1 → 2; f: 1 → 2; g: 1 → 2; h: 1 → 2; i: 1 → 2; j: 1 → 2; and 2 more",
    ],
    [
      { effect: "unreadable", problem: "modes: expected an object" },
      "this change leaves the policy unreadable: modes: expected an object",
    ],
  ])("asks the owner in the mode skip: %j", (how, fact) => {
    const facts = factsOf(["package.json"], change(how));
    const policy = policyOf({ modes: { default: "skip" }, trust: { protected: [] } });
    const owner = requirementOf(planOf({ facts, policy }), "layer:owner");

    expect(owner).toMatchObject({ human: true, delivery: "now" });
    expect(owner).not.toHaveProperty("satisfiedBy");
    expect(owner.because).toEqual([{ entry: "policy", fact }]);
  });

  it("that means the same in another form is marked as one that loosens nothing", () => {
    const facts = factsOf(["countersign.json"], change({ effect: "none", loosened: [] }));

    expect(guardedChanges(facts, OPEN).map(({ because }) => because.fact)).toEqual([
      "this change edits the policy; no key loosened",
      "countersign.json",
    ]);
  });

  it("is not mentioned where the change leaves it alone", () => {
    const facts = factsOf(["src/a.ts"], change({ effect: "none", loosened: [] }));

    expect(guardedChanges(facts, OPEN)).toEqual([]);
  });

  it("is no file of the repository where it extends the shipped policies", () => {
    const facts = factsOf(["countersign:default@1"]);

    expect(guardedChanges(facts, { ...OPEN, extends: "countersign:default@1" })).toEqual([]);
  });

  it("is told beside the paths, which are counted", () => {
    const files = ["countersign.json", "countersign.yaml", ".countersign/rules.json"];
    const facts = factsOf(files, change({ effect: "changed" }));

    expect(requirementOf(planOf({ facts }), "layer:owner").because.slice(0, 2)).toEqual([
      { entry: "policy", fact: "this change alters the policy" },
      { entry: "policy", fact: ".countersign/rules.json and 2 more" },
    ]);
  });
});
