import { describe, expect, it } from "vitest";
import { policyOf } from "../testing/policy-of.ts";
import { isAgentOf, isPersonOf, machinesOf, peopleOf } from "./actor-names.ts";

const policy = policyOf({
  people: {
    owner: ["ana"],
    csuite: ["ceo"],
    escalateTo: ["owner", "duty"],
    substitutes: { ceo: ["deputy"], ana: ["duty"] },
    emails: { "eve@acme.test": "eve", "bot@acme.test": null },
  },
  departments: {
    finance: { head: "cfo", agents: ["ledger"] },
    it: { head: "ops-bot", agents: ["Ops-Bot"] },
  },
  checks: [{ id: "tests", run: "true" }],
});

describe("peopleOf", () => {
  it("lists everybody whom a key of people names, with the key", () => {
    expect(peopleOf(policy).map(({ name, entry }) => `${name} ${entry}`)).toEqual([
      "ana people.owner",
      "ceo people.csuite",
      "cto departments.engineering.head",
      "cfo departments.finance.head",
      "cmo departments.marketing.head",
      "ceo people.substitutes",
      "deputy people.substitutes",
      "ana people.substitutes",
      "duty people.substitutes",
      "duty people.escalateTo",
      "eve people.emails",
    ]);
  });

  it("knows a person in any spelling, and no agent of the policy", () => {
    expect(["CEO", "Eve", "duty"].map((name) => isPersonOf(name, policy))).toEqual([
      true,
      true,
      true,
    ]);
    expect(["owner", "ledger", "ops-bot", "zoe"].map((name) => isPersonOf(name, policy))).toEqual([
      ...[false, false, false, false],
    ]);
    expect(["LEDGER", "build-reviewer", "ceo"].map((name) => isAgentOf(name, policy))).toEqual([
      ...[true, true, false],
    ]);
  });

  it("needs no table of addresses", () => {
    expect(isPersonOf("init-user", policyOf({}))).toBe(true);
  });
});

describe("machinesOf", () => {
  it("lists checks and reviewers, with their kind", () => {
    const named = machinesOf(policy);
    expect(named[0]).toEqual({ name: "tests", entry: "checks", kind: "check" });
    expect(named).toContainEqual({ name: "build-reviewer", entry: "reviewers", kind: "agent" });
    expect(named).toContainEqual({ name: "secrets", entry: "reviewers", kind: "check" });
  });
});
