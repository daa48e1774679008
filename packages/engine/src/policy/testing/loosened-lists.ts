import { BASE_POLICY, type CorpusChange, treeWith } from "./corpus-base.ts";

/** A change that loosens the policy, and the keys that it loosens. */
export type LooseningChange = CorpusChange & { keys: readonly string[] };

const BUILD = {
  id: "build",
  when: { paths: ["src/**", "lib/**"] },
  require: [
    { reviewer: "integrity" },
    { reviewer: "codex", quorum: 1 },
    { layer: "owner", quorum: 2 },
  ],
  description: "Code is read",
};
const UNIVERSAL = {
  id: "universal",
  when: "always",
  require: [{ reviewer: "integrity" }],
  description: "All",
};
const SECURITY = {
  id: "sec-1",
  name: "No eval",
  severity: "major",
  reviewer: "codex",
  category: "security",
  description: "It runs text",
  detection: "eval",
  recommendation: "Parse it",
};
const CODEX = {
  id: "codex",
  name: "Codex",
  kind: "agent",
  adapter: "codex",
  model: "large",
  maxSeverity: "critical",
  description: "Reads",
};
const GEMINI = { ...CODEX, id: "gemini", adapter: "gemini", fallback: "codex" };
const MONEY = { id: "money", globs: ["pay/**", "tax/**"], risk: 5, description: "Money" };

/** A policy with its own lists, one of them replaced. */
function listed(more: object = {}): object {
  const lists = {
    domains: [MONEY],
    reviewers: [CODEX, GEMINI],
    rules: [SECURITY],
    policies: [UNIVERSAL, BUILD],
    people: { owner: ["ana", "ben"], csuite: ["ana"] },
  };
  return { ...BASE_POLICY, ...lists, ...more };
}

function listChange(name: string, more: object, ...keys: string[]): LooseningChange {
  return { name, before: treeWith(listed()), after: treeWith(listed(more)), keys };
}

/** Changes of a policy with its own lists. */
export const LOOSENED_LISTS: readonly LooseningChange[] = [
  listChange(
    "a domain loses a path",
    { domains: [{ ...MONEY, globs: ["pay/**"] }] },
    "domains.money.globs",
  ),
  listChange("a domain counts less", { domains: [{ ...MONEY, risk: 1 }] }, "domains.money.risk"),
  listChange(
    "a reviewer's findings are capped",
    { reviewers: [{ ...CODEX, maxSeverity: "info" }, GEMINI] },
    "reviewers.codex.maxSeverity",
  ),
  listChange(
    "a reviewer gets another model",
    { reviewers: [{ ...CODEX, model: "small" }, GEMINI] },
    "reviewers.codex.model",
  ),
  listChange(
    "a reviewer is run by another program",
    { reviewers: [{ ...CODEX, adapter: "http" }, GEMINI] },
    "reviewers.codex.adapter",
  ),
  listChange(
    "a reviewer may spend more",
    { reviewers: [{ ...CODEX, budgetUsd: 9 }, GEMINI] },
    "reviewers.codex.budgetUsd",
  ),
  listChange(
    "a reviewer loses its fallback",
    { reviewers: [CODEX, { ...GEMINI, fallback: null }] },
    "reviewers.gemini.fallback",
  ),
  listChange(
    "a rule counts less",
    { rules: [{ ...SECURITY, severity: "info" }] },
    "rules.sec-1.severity",
  ),
  listChange(
    "a rule looks for something else",
    { rules: [{ ...SECURITY, detection: "none" }] },
    "rules.sec-1.detection",
  ),
  listChange("a rule is gone", { rules: [] }, "rules.sec-1"),
  listChange(
    "a policy is gone",
    { policies: [{ ...UNIVERSAL, require: [...UNIVERSAL.require, { reviewer: "codex" }] }] },
    "policies.build",
  ),
  listChange(
    "a policy holds for fewer paths",
    { policies: [UNIVERSAL, { ...BUILD, when: { paths: ["src/**"] } }] },
    "policies.build.when",
  ),
  listChange(
    "a policy needs a risk as well",
    { policies: [UNIVERSAL, { ...BUILD, when: { ...BUILD.when, riskAtLeast: 9 } }] },
    "policies.build.when",
  ),
  listChange(
    "a policy asks one reviewer less",
    {
      policies: [
        UNIVERSAL,
        {
          ...BUILD,
          require: BUILD.require.filter((demand) => demand.reviewer !== "integrity").slice(1),
        },
      ],
      rules: [],
    },
    "rules.sec-1",
    "policies.build.require",
  ),
  listChange(
    "a policy needs fewer owners",
    {
      policies: [
        UNIVERSAL,
        { ...BUILD, require: [{ reviewer: "codex" }, { layer: "owner", quorum: 1 }] },
      ],
    },
    "policies.build.require",
  ),
];
