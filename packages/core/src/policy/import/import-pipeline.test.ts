import { describe, expect, it } from "vitest";
import { loadPolicy } from "../load/load-policy.ts";
import type { Policy } from "../policy.ts";
import { importPolicy } from "./import-policy.ts";

function imported(documents: unknown): { policy: Policy; notes: string[] } {
  const result = importPolicy("pipeline", documents);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const loaded = loadPolicy(result.file);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return { policy: loaded.policy, notes: result.notes };
}

const rules = [
  {
    id: "br-type-safety-01",
    name: "No any types",
    severity: "major",
    agent: "build-reviewer",
    category: "type-safety",
    description: "any hides bugs",
    detection: "any in annotations and assertions",
    recommendation: "infer or write the type",
  },
  {
    id: "fin-bigjs-01",
    name: "Financial arithmetic uses big.js",
    severity: "critical",
    agent: "finance-sme",
    category: "financial-arithmetic",
    description: "floating point loses cents",
    detection: "operators on amounts",
    recommendation: "use the money functions",
  },
];
const tools = ["Read", "Grep", "Glob"];
const agents = [
  {
    id: "build-reviewer",
    name: "Build Reviewer",
    tools,
    capabilities: ["code"],
    description: "Code",
  },
  { id: "finance-sme", name: "Finance", tools, capabilities: ["finance"] },
];
const domains = [
  { id: "finance", globs: ["lib/pricing/**"], risk: 3, description: "Money" },
  { domain: "ui", pattern: "**/*.tsx" },
];
const composition = [
  {
    id: "universal",
    trigger: { type: "always" },
    dispatch: "build-reviewer",
    priority: 100,
    description: "Every change",
  },
  {
    id: "finance",
    trigger: { type: "domain", domain: "finance" },
    dispatch: ["finance-sme"],
    priority: 90,
    description: "Money needs its expert",
  },
  {
    id: "risky",
    trigger: { type: "risk", risk: "high" },
    dispatch: { agents: ["build-reviewer", "finance-sme"] },
    priority: 80,
    description: "Risk",
  },
];

describe("importing a pipeline", () => {
  it("carries rules, agents, domains and policies over [R-013] [R-096] [R-097] [R-232] [C12]", () => {
    const { policy, notes } = imported({ rules, agents, domains, composition });

    expect(policy.rules).toEqual(rules.map(({ agent, ...rule }) => ({ ...rule, reviewer: agent })));
    expect(policy.reviewers.map(({ id, kind }) => [id, kind])).toEqual([
      ["build-reviewer", "agent"],
      ["finance-sme", "agent"],
      ["integrity", "check"],
      ["secrets", "check"],
      ["weakened-tests", "check"],
      ["dependency-changes", "check"],
      ["protected-paths", "check"],
      ["change-size", "check"],
      ["generated-files", "check"],
      ["licence-headers", "check"],
      ["leftovers", "check"],
      ["file-kinds", "check"],
    ]);
    expect(policy.domains).toEqual([
      { id: "finance", globs: ["lib/pricing/**"], risk: 3, description: "Money" },
      { id: "ui", globs: ["**/*.tsx"], risk: 0, description: "Files of ui" },
    ]);
    expect(policy.policies.map(({ id, when, priority }) => [id, when, priority])).toEqual([
      ["universal", "always", 100],
      ["finance", { domain: "finance" }, 90],
      ["risky", { riskAtLeast: 7 }, 80],
      ["built-in", "always", 100],
    ]);
    expect(policy.policies[2]?.require).toEqual([
      { reviewer: "build-reviewer", quorum: 1 },
      { reviewer: "finance-sme", quorum: 1 },
    ]);
    expect(notes).toEqual([
      "agents[1] had no description; one was made from its name",
      "domains[1] had no description; one was made from its name",
      "The risk high became a score of at least 7 out of 10",
    ]);
  });

  it("keeps the shipped lists for files that are not given [R-121]", () => {
    const { policy } = imported({ rules });

    expect(policy.rules).toHaveLength(2);
    expect(policy.policies.map(({ id }) => id)).toContain("high-risk");
  });

  it("makes one policy for each domain of a trigger", () => {
    const several = {
      ...composition[1],
      id: "both",
      trigger: { type: "domain", domains: ["finance", "ui"] },
    };
    const { policy } = imported({
      rules: [],
      agents,
      domains,
      composition: [composition[0], several],
    });

    expect(policy.policies.map(({ id, when }) => [id, when])).toEqual([
      ["universal", "always"],
      ["both-1", { domain: "finance" }],
      ["both-2", { domain: "ui" }],
      ["built-in", "always"],
    ]);
  });

  it("adds the built-in checks under their own name if it is free", () => {
    const { policy } = imported({
      rules: [],
      composition: [{ ...composition[0], id: "always", trigger: { type: "risk", threshold: 2 } }],
    });

    expect(policy.policies.map(({ id }) => id)).toEqual(["always", "universal"]);
    expect(policy.policies[0]?.when).toEqual({ riskAtLeast: 2 });
  });

  it("notes unknown files and fields", () => {
    const { notes } = imported({
      hooks: {},
      rules: [{ ...rules[0], autofix: true }],
      composition: [{ ...composition[0], dispatch: { agent: "build-reviewer", mode: "fast" } }],
    });

    expect(notes).toEqual([
      "hooks was not carried over: there is no such setting here",
      "rules[0].autofix was not carried over: there is no such setting here",
      "composition[0].dispatch.mode was not carried over: there is no such setting here",
    ]);
  });

  it.each([
    [{ rules: {} }, "rules", "Must be a list"],
    [{ rules: [3] }, "rules[0]", "Must be an object"],
    [
      { composition: [{ ...composition[0], trigger: { type: "never" } }] },
      "composition[0].trigger.type",
      "Must be one of always, domain, risk",
    ],
    [
      { composition: [{ ...composition[0], trigger: { type: "domain" } }] },
      "composition[0].trigger.domain",
      "Missing",
    ],
    [
      { composition: [{ ...composition[0], trigger: { type: "risk", risk: "huge" } }] },
      "composition[0].trigger.risk",
      "Must be a number or one of low, medium, high, critical",
    ],
    [
      { rules: [{ ...rules[0], agent: "nobody" }] },
      "rules[0].reviewer",
      "There is no reviewer nobody",
    ],
    [
      { domains: [{ id: "x", globs: ["[a"] }], composition: [], rules: [] },
      "domains[0].globs[0]",
      "Not a pattern for paths: a [ without its ]",
    ],
  ])("refuses %j", (documents, path, reason) => {
    expect(importPolicy("pipeline", documents)).toMatchObject({
      ok: false,
      problems: [{ path, reason }],
    });
  });
});
