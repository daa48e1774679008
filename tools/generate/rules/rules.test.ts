import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SHIPPED_RULES } from "../../../packages/core/src/policy/shipped/rules.ts";
import { findingsIn } from "../../../packages/engine/src/review/checks/testing/findings-in.ts";
import { EXAMPLES } from "./all-examples.ts";
import { RULES_PAGE, rulesPage } from "./write-rules.ts";

const checked = Object.entries(EXAMPLES).flatMap(
  ([id, { checkedBy, policy = {}, fails, passes }]) =>
    checkedBy === undefined ? [] : [{ id, checkedBy, policy, fails, passes }],
);

describe("the shipped rules", () => {
  it("have one example each, and no example is without its rule", () => {
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(SHIPPED_RULES.map(({ id }) => id).toSorted());
  });

  it("are shown on two different changes", () => {
    for (const { fails, passes } of Object.values(EXAMPLES)) expect(fails).not.toEqual(passes);
  });

  it("of built-in checks are checked by a program, and three more", () => {
    expect(checked).toHaveLength(27);
  });
});

describe.each(checked)("$id, checked by $checkedBy", ({ id, checkedBy, policy, fails, passes }) => {
  const rule = SHIPPED_RULES.find((entry) => entry.id === id);
  const isItsOwn = rule?.reviewer === checkedBy;

  it("fails on its failing example, with the severity of the rule", async () => {
    const found = (await findingsIn(checkedBy, fails, policy)).map(({ ruleId, severity }) => ({
      ruleId,
      severity,
    }));

    if (isItsOwn) expect(found).toContainEqual({ ruleId: id, severity: rule?.severity });
    else expect(found).not.toEqual([]);
  });

  it("has the same severity where the policy does not have the rule", async () => {
    const found = await findingsIn(checkedBy, fails, { ...policy, profile: "chains" });

    if (isItsOwn) expect(found.map(({ severity }) => severity)).toContain(rule?.severity);
    else expect(found).not.toEqual([]);
  });

  it("is silent on its passing example", async () => {
    expect(await findingsIn(checkedBy, passes, policy)).toEqual([]);
  });
});

it("docs/rules.md is the page of the rules (npm run docs:rules)", () => {
  expect(readFileSync(RULES_PAGE, "utf8")).toBe(rulesPage());
});
