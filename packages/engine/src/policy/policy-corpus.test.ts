import { describe, expect, it } from "vitest";
import { BREAKING_CHANGES } from "./testing/breaking-changes.ts";
import { BASE_TREE } from "./testing/corpus-base.ts";
import { HARMLESS_CHANGES } from "./testing/harmless-changes.ts";
import { LOOSENING_CHANGES } from "./testing/loosening-changes.ts";
import { OTHER_CHANGES } from "./testing/other-changes.ts";
import { type JudgedChange, judgePolicyChange } from "./testing/policy-repository.ts";

/** Why the owner must decide in person; empty where nothing asks the owner. */
function reasonsForOwner({ plan }: JudgedChange): string[] {
  const owner = plan.requirements.find(({ layers }) => layers.includes("owner"));
  if (owner === undefined || owner.satisfiedBy !== undefined) return [];
  return owner.because.map(({ entry, fact }) => `${entry}: ${fact}`);
}

describe("a change that breaks the policy", () => {
  it.each(BREAKING_CHANGES)("is blocked, and the key is named: $name", async (change) => {
    const judged = await judgePolicyChange(change.before ?? BASE_TREE, change.after);

    expect(judged.findings).toHaveLength(1);
    expect(judged.findings[0]).toMatchObject({ severity: "critical", category: "policy" });
    expect(judged.findings[0]?.message).toContain("the policy cannot be read: ");
    expect(judged.findings[0]?.message).toContain(change.names);
    expect(reasonsForOwner(judged).join()).toContain("this change leaves the policy unreadable");
  });
});

describe("a change that loosens the policy", () => {
  it.each(LOOSENING_CHANGES)("needs the owner, who sees each key: $name", async (change) => {
    const judged = await judgePolicyChange(change.before ?? BASE_TREE, change.after);
    const loosened = judged.facts.policyChange?.loosened ?? [];

    expect([...new Set(loosened.map(({ key }) => key))]).toEqual(change.keys);
    expect(reasonsForOwner(judged).join()).toContain("this change loosens the policy: ");
    expect(judged.findings.map(({ severity, message }) => ({ severity, message }))).toEqual(
      loosened.map(({ key, before, after }) => ({
        severity: "warning",
        message: `This change loosens the policy. ${key}: ${before} → ${after}`,
      })),
    );
  });
});

describe("a change that breaks or loosens the policy", () => {
  it("comes in at least 60 different ways", () => {
    const names = [...BREAKING_CHANGES, ...LOOSENING_CHANGES].map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
  });
});

describe("a harmless change of the policy", () => {
  it.each(HARMLESS_CHANGES)(
    "reaches the owner as one that loosens nothing: $name",
    async (change) => {
      const judged = await judgePolicyChange(change.before ?? BASE_TREE, change.after);

      expect(judged.facts.policyChange).toMatchObject({ problem: "", loosened: [] });
      expect(reasonsForOwner(judged).join()).toContain("no key loosened");
      expect(judged.findings).toEqual([]);
    },
  );

  it("comes in at least 60 different ways", () => {
    expect(new Set(HARMLESS_CHANGES.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60);
  });
});

describe("a change of other files", () => {
  it.each(OTHER_CHANGES)("passes without the owner: $name", async ({ after }) => {
    const judged = await judgePolicyChange(BASE_TREE, after);

    expect(judged.facts.policyChange).toMatchObject({ effect: "none", loosened: [] });
    expect(reasonsForOwner(judged)).toEqual([]);
    expect(judged.findings).toEqual([]);
  });

  it("comes in 60 different ways", () => {
    expect(new Set(OTHER_CHANGES.map(({ name }) => name)).size).toBe(60);
  });
});
