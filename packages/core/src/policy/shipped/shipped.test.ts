import { describe, expect, it } from "vitest";
import { compileGlobs } from "../glob/glob.ts";
import { Domain, Rule } from "../schema-review.ts";
import { SHIPPED_DOMAINS } from "./domains.ts";
import { SHIPPED_POLICIES } from "./policies.ts";
import { SHIPPED_REVIEWERS } from "./reviewers.ts";
import { SHIPPED_RULES } from "./rules.ts";

function rulesOf(reviewer: string): typeof SHIPPED_RULES {
  return SHIPPED_RULES.filter((rule) => rule.reviewer === reviewer);
}

function domainsOf(path: string): string[] {
  return SHIPPED_DOMAINS.filter(({ globs }) => compileGlobs(globs)(path)).map(({ id }) => id);
}

describe("the shipped rules", () => {
  it("and domains fit their schemas", () => {
    expect(SHIPPED_RULES.map((rule) => Rule.parse(rule))).toEqual(SHIPPED_RULES);
    expect(SHIPPED_DOMAINS.map((domain) => Domain.parse(domain))).toEqual(SHIPPED_DOMAINS);
  });

  it("are more than eighty, each of one reviewer [R-121]", () => {
    const agents = SHIPPED_REVIEWERS.filter(({ kind }) => kind === "agent");
    const asked = agents
      .map(({ id }) => [id, rulesOf(id).length])
      .filter(([, rules]) => rules !== 0);

    expect(SHIPPED_RULES).toHaveLength(108);
    expect(Object.fromEntries(asked)).toEqual({
      "build-reviewer": 30,
      "finance-sme": 8,
      "design-auditor": 15,
      "security-reviewer": 12,
      "architecture-reviewer": 7,
      "integration-reviewer": 6,
      "test-reviewer": 6,
    });
  });

  it("are there for every built-in check but the two that find one thing each", () => {
    const checks = SHIPPED_REVIEWERS.filter(({ kind }) => kind === "check").map(({ id }) => id);

    expect(checks.filter((id) => rulesOf(id).length === 0)).toEqual(["integrity", "secrets"]);
  });

  it("of the build reviewer cover six categories", () => {
    const categories = new Set(rulesOf("build-reviewer").map(({ category }) => category));

    expect([...categories]).toEqual([
      "type-safety",
      "error-handling",
      "duplication",
      "hard-coded-values",
      "tests",
      "structure",
    ]);
  });

  it("of the design audit are one for each dimension, no worse than a warning until it fails", () => {
    const rules = rulesOf("design-auditor");

    expect(new Set(rules.map(({ category }) => category)).size).toBe(15);
    expect(new Set(rules.map(({ severity }) => severity))).toEqual(new Set(["warning"]));
  });

  it.each([
    ["br-type-safety-01", "major", "build-reviewer"],
    ["fin-bigjs-01", "critical", "finance-sme"],
  ])("hold %s as %s of %s [R-121]", (id, severity, reviewer) => {
    expect(SHIPPED_RULES.find((rule) => rule.id === id)).toMatchObject({ severity, reviewer });
  });
});

describe("the shipped reviewers", () => {
  it("read and search, and can do nothing else [R-097]", () => {
    expect(new Set(SHIPPED_REVIEWERS.flatMap(({ tools }) => tools))).toEqual(
      new Set(["Read", "Grep", "Glob"]),
    );
  });

  it("know how the design audit maps to severities [R-120]", () => {
    expect(SHIPPED_REVIEWERS.find(({ id }) => id === "design-auditor")?.elevate).toEqual({
      fail: "major",
      warn: "warning",
      failuresToRaise: 3,
      raiseTo: "critical",
    });
  });
});

describe("the shipped domains", () => {
  it.each([
    ["src/billing/total.ts", ["money"]],
    ["auth/session.ts", ["auth"]],
    ["package-lock.json", ["dependencies"]],
    ["db/migrations/001.sql", ["migrations"]],
    [".github/workflows/ci.yml", ["ci"]],
    ["docs/guide.md", ["docs"]],
    ["CLAUDE.md", ["agents", "docs"]],
    ["app/components/Button.tsx", ["ui"]],
    ["src/api/users/users.test.ts", ["personal-data", "api", "tests"]],
    ["src/plain.ts", []],
  ])("find in %s: %j", (path, domains) => {
    expect(domainsOf(path)).toEqual(domains);
  });
});

describe("the shipped policies", () => {
  it("ask by priority, the universal one first", () => {
    const priorities = SHIPPED_POLICIES.map(({ priority }) => priority);

    expect(SHIPPED_POLICIES[0]).toMatchObject({ id: "universal", when: "always", priority: 100 });
    expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
  });
});
