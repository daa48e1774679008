import { describe, expect, it } from "vitest";
import { loadPolicy } from "../load/load-policy.ts";
import type { Problem } from "../problem.ts";
import { crossCheck } from "./cross-check.ts";

const BUILT_IN = [
  ...["integrity", "secrets", "change-size", "dependency-changes", "file-kinds", "generated-files"],
  ...["leftovers", "licence-headers", "protected-paths", "weakened-tests"],
];

function problemsOf(file: Record<string, unknown>): Problem[] {
  const loaded = loadPolicy(file);
  return loaded.ok ? [] : loaded.problems;
}

const universal = {
  id: "universal",
  when: "always",
  require: [{ reviewer: "secrets" }],
  description: "Every change",
};
const integrity = {
  id: "integrity",
  name: "Integrity",
  kind: "check",
  adapter: "builtin",
  description: "Readable",
};
const secrets = { ...integrity, id: "secrets" };

function agent(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id, name: id, kind: "agent", adapter: "claude", description: "Reviews", ...more };
}

function rule(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "r1",
    name: "Rule",
    severity: "major",
    reviewer: "build-reviewer",
    category: "c",
    description: "Why",
    detection: "What",
    recommendation: "How",
    ...more,
  };
}

function policy(when: unknown, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { ...universal, id: "extra", when, ...more };
}

/** Lists that hold nothing but what every policy needs, and what the test adds. */
function withPolicies(...policies: unknown[]): Record<string, unknown> {
  return { rules: [], policies: [universal, ...policies] };
}

function withReviewers(...reviewers: unknown[]): Record<string, unknown> {
  return { ...withPolicies(), reviewers: [integrity, secrets, ...reviewers] };
}

describe("test coverage of the pipeline document", () => {
  it("all rules have required fields [R-121] [R-242]", () => {
    const required = ["name", "severity", "reviewer", "category"].concat([
      "description",
      "detection",
      "recommendation",
    ]);

    expect(problemsOf({ rules: [{ id: "r1" }] })).toEqual(
      required.map((key) => ({ path: `rules[0].${key}`, reason: "Missing" })),
    );
  });

  it.each([
    ["rules", [rule(), rule()]],
    ["domains", [1, 2].map(() => ({ id: "r1", globs: ["a"], description: "A" }))],
    ["checks", [1, 2].map(() => ({ id: "r1", run: "npm test" }))],
  ])("all ids of %s are unique [R-242]", (key, entries) => {
    expect(problemsOf({ ...(key === "domains" ? withPolicies() : {}), [key]: entries })).toEqual([
      { path: `${key}[1].id`, reason: "The id r1 is used twice" },
    ]);
  });

  it("all ids of reviewers and policies are unique [R-242]", () => {
    expect(problemsOf(withReviewers(agent("a"), agent("a")))).toEqual([
      { path: "reviewers[3].id", reason: "The id a is used twice" },
    ]);
    expect(problemsOf(withPolicies(universal))).toEqual([
      { path: "policies[1].id", reason: "The id universal is used twice" },
    ]);
  });

  it("all agent references resolve to registered agents [R-016] [R-242]", () => {
    expect(problemsOf({ rules: [rule({ reviewer: "build-reviwer" })] })).toEqual([
      {
        path: "rules[0].reviewer",
        reason: "There is no reviewer build-reviwer",
        didYouMean: "build-reviewer",
      },
    ]);
    expect(
      problemsOf(withPolicies(policy("always", { require: [{ reviewer: "finance" }] }))),
    ).toEqual([
      { path: "policies[1].require[0].reviewer", reason: "There is no reviewer finance" },
    ]);
    expect(problemsOf({ gaps: { reviewer: "codxe" } })).toEqual([
      { path: "gaps.reviewer", reason: "There is no reviewer codxe", didYouMean: "codex" },
    ]);
  });

  it("all severity values are valid enum members [R-242]", () => {
    expect(problemsOf({ rules: [rule({ severity: "mayor" })] })).toEqual([
      {
        path: "rules[0].severity",
        reason: "Must be one of critical, major, warning, info",
        didYouMean: "major",
      },
    ]);
  });

  it("all composition policies reference valid domains [R-242]", () => {
    expect(problemsOf(withPolicies(policy({ domain: "mony" })))).toEqual([
      { path: "policies[1].when.domain", reason: "There is no domain mony", didYouMean: "money" },
    ]);
  });

  it("all domain mappings are valid glob patterns [R-242]", () => {
    const domains = [{ id: "d", globs: ["src/**", "src/[a"], description: "D" }];

    expect(problemsOf({ ...withPolicies(), domains })).toEqual([
      { path: "domains[0].globs[1]", reason: "Not a pattern for paths: a [ without its ]" },
    ]);
  });

  it("no orphan rules: some policy, panel, gap search or fallback asks their reviewer [R-242]", () => {
    const orphan = { ...withPolicies(), rules: [rule({ reviewer: "codex" })] };

    expect(problemsOf(orphan)).toEqual([
      { path: "rules[0].reviewer", reason: "No policy asks codex, the reviewer of this rule" },
    ]);
    expect(problemsOf({ ...orphan, panel: { members: ["codex"], quorum: 1 } })).toEqual([]);
    expect(problemsOf({ ...orphan, gaps: { reviewer: "codex" } })).toEqual([]);
    expect(
      problemsOf({
        ...orphan,
        reviewers: [integrity, secrets, agent("a", { fallback: "codex" }), agent("codex")],
        gaps: { reviewer: "a" },
      }),
    ).toEqual([]);
  });

  it("universal policies exist [R-242]", () => {
    expect(problemsOf({ rules: [], policies: [policy({ riskAtLeast: 1 })] })).toEqual([
      { path: "policies", reason: 'No universal policy; one must have "when": "always"' },
    ]);
  });

  it.each([
    [-1, "Must be at least 0"],
    [101, "Must be at most 100"],
  ])("priority values are within 0 to 100, not %d [R-094] [R-242]", (priority, reason) => {
    expect(problemsOf(withPolicies(policy("always", { priority })))).toEqual([
      { path: "policies[1].priority", reason },
    ]);
  });

  it.each(["", "   ", "\n\t"])(
    "description fields are non-empty, not %j [R-232] [R-242]",
    (description) => {
      expect(problemsOf(withPolicies(policy("always", { description })))).toEqual([
        { path: "policies[1].description", reason: "Must not be empty" },
      ]);
    },
  );
});

it("the shipped lists pass every check", () => {
  const loaded = loadPolicy({});

  expect(loaded.ok && crossCheck(loaded.policy)).toEqual([]);
});

describe("reviewers", () => {
  it.each([
    [agent("a", { adapter: "builtin" }), "adapter", "An agent cannot use the adapter builtin"],
    [
      agent("a", { kind: "check" }),
      "adapter",
      "A check uses the adapter builtin, check or http, not claude",
    ],
    [{ ...integrity, id: "lint" }, "id", "There is no built-in check lint"],
    [agent("a", { fallback: "b" }), "fallback", "There is no reviewer b"],
    [agent("a", { fallback: "a" }), "fallback", "The fallbacks form a cycle"],
  ])("%j has a wrong %s [R-096]", (reviewer, key, reason) => {
    expect(problemsOf(withReviewers(reviewer))).toMatchObject([
      { path: `reviewers[2].${key}`, reason },
    ]);
  });

  it("may fall back on each other, but not in a circle", () => {
    const line = [agent("a", { fallback: "b" }), agent("b", { fallback: "c" }), agent("c")];
    const circle = [...line.slice(0, 2), agent("c", { fallback: "b" })];

    expect(problemsOf(withReviewers(...line))).toEqual([]);
    expect(problemsOf(withReviewers(...circle))).toEqual([
      { path: "reviewers[4].fallback", reason: "The fallbacks form a cycle" },
    ]);
  });

  it("always include the built-in checks, whatever a file lists", () => {
    const loaded = loadPolicy({ ...withPolicies(), reviewers: [agent("reader")] });
    const ids = loaded.ok ? loaded.policy.reviewers.map(({ id }) => id) : [];

    expect(ids.toSorted()).toEqual(["reader", ...BUILT_IN].toSorted());
    expect(problemsOf({ ...withPolicies(), reviewers: [secrets] })).toEqual([]);
  });

  it("do not take the name of the integrity check", () => {
    expect(problemsOf({ ...withPolicies(), reviewers: [agent("integrity")] })).toEqual([
      {
        path: "reviewers[0].id",
        reason: "integrity is a built-in check; choose another name",
      },
    ]);
  });

  it("do not share their ids with checks, unless they stand for them", () => {
    const checks = [{ id: "tests", run: "npm test" }];
    const standIn = { ...agent("tests"), kind: "check", adapter: "check" };

    expect(problemsOf({ ...withReviewers(agent("tests")), checks })).toEqual([
      { path: "checks[0].id", reason: "The id tests belongs to a reviewer" },
    ]);
    expect(problemsOf({ ...withReviewers(standIn), checks })).toEqual([]);
  });

  it("that look for gaps are agents", () => {
    expect(problemsOf({ gaps: { reviewer: "secrets" } })).toEqual([
      { path: "gaps.reviewer", reason: "Only an agent can do this, not a check" },
    ]);
  });
});

it("a problem in one key does not hide or invent problems in others", () => {
  const file = { reviewers: "none", chains: { code: [] }, panel: { members: ["x"], quorum: 2 } };

  expect(
    problemsOf({
      ...file,
      gate: { counts: "all" },
      risk: {
        files: [
          [2, 0],
          [1, 0],
        ],
      },
    }),
  ).toEqual([
    { path: "reviewers", reason: "Must be a list, not a text" },
    { path: "chains.code", reason: "Needs at least 1 entry" },
    { path: "risk.files", reason: "The limits must rise from entry to entry" },
  ]);
});
