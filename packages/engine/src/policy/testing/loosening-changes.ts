import {
  BASE_POLICY,
  BASE_TREE,
  type CorpusChange,
  changeValue,
  setting,
  treeWith,
  withValue,
} from "./corpus-base.ts";
import { LOOSENED_LISTS, type LooseningChange } from "./loosened-lists.ts";

function one(change: CorpusChange, ...keys: string[]): LooseningChange {
  return { ...change, keys };
}

const VALUES: readonly LooseningChange[] = [
  one(setting("limits.attempts", 10), "limits.attempts"),
  one(setting("limits.stallRounds", 9), "limits.stallRounds"),
  one(setting("limits.reassignAfter", 1), "limits.reassignAfter"),
  one(setting("limits.costUsdPerReview", 4), "limits.costUsdPerReview"),
  one(setting("limits.costUsdPerTask", 40), "limits.costUsdPerTask"),
  one(setting("limits.costUsdPerDay", 400), "limits.costUsdPerDay"),
  one(setting("trust.separation", "agent"), "trust.separation"),
  one(setting("trust.humanPresence", "terminal"), "trust.humanPresence"),
  one(setting("trust.humanPresence", "verified"), "trust.humanPresence"),
  one(setting("trust.humanPresence", "touched"), "trust.humanPresence"),
  one(setting("trust.forgeReviews", "all"), "trust.forgeReviews"),
  one(setting("trust.trackerLabels", "trusted"), "trust.trackerLabels"),
  one(setting("trust.protected", ["countersign.json"]), "trust.protected"),
  one(setting("trust.differentModelFamily", false), "trust.differentModelFamily"),
  one(setting("people.owner", ["ana", "eve"]), "people.owner"),
  one(setting("people.csuite", ["eve"]), "people.csuite"),
  one(setting("people.escalateTo", ["owner", "ben"]), "people.escalateTo"),
  one(setting("people.substitutes.ana", ["ben", "eve"]), "people.substitutes.ana"),
  one(setting("people.emails", { "eve@example.com": "ana" }), "people.emails.eve@example.com"),
  one(setting("departments.engineering.head", "eve"), "departments.engineering.head"),
  one(setting("gaps.reviewer", null), "gaps.reviewer"),
  one(setting("panel", null), "panel"),
  one(setting("panel.quorum", 1), "panel.quorum"),
  one(setting("panel.when", { paths: ["core/a.ts"] }), "panel.when"),
  one(setting("triggers.silence", "off"), "triggers.silence"),
  one(setting("onUnavailable", "complete"), "onUnavailable"),
  one(changeValue("peers.whenNone", "person", "skip"), "peers.whenNone"),
  one(changeValue("peers.codeOwners", true, false), "peers.codeOwners"),
  one(changeValue("modes.default", "batch", "auto"), "modes.default"),
  one(setting("modes.floor", "skip"), "modes.floor"),
  one(setting("modes.confirmBatch", "never"), "modes.confirmBatch"),
  one(setting("modes.labels.security", { mode: "skip" }), "modes.labels.security"),
  one(
    setting("modes.autoApprove.requireQualityPass", false),
    "modes.autoApprove.requireQualityPass",
  ),
  one(setting("modes.autoApprove.requireSignalDone", false), "modes.autoApprove.requireSignalDone"),
  one(setting("modes.autoApprove.maxIterations", 9), "modes.autoApprove.maxIterations"),
  one(changeValue("modes.autoApprove.enabled", false, true), "modes.autoApprove.enabled"),
  one(setting("chains.code", ["self"]), "chains.code"),
  one(setting("chainOverrides.engineering", { code: ["self"] }), "chainOverrides.engineering.code"),
  one(setting("inferTypes", []), "inferTypes"),
  one(setting("prepare.run", null), "prepare.run"),
  one(setting("prepare.cacheKey", []), "prepare.cacheKey"),
  one(setting("prepare.allowHosts", ["files.example.com"]), "prepare.allowHosts"),
  one(setting("gate.counts", "severity"), "gate.counts"),
  one(setting("gate.needsFixes", "flag"), "gate.needsFixes"),
  one(setting("gate.fixtures", ["samples/**"]), "gate.fixtures"),
  one(setting("silence.agent", "3h"), "silence.agent"),
  one(setting("carry.check", "same-tree"), "carry.check"),
  one(setting("carry.human", "same-bytes"), "carry.human"),
  one(setting("markers.naturalLanguage", "act"), "markers.naturalLanguage"),
  one(changeValue("markers.structured", false, true), "markers.structured"),
  one(setting("merge.target", "release"), "merge.target"),
  one(setting("merge.strategy", "none"), "merge.strategy"),
  one(setting("merge.graceSeconds", 0), "merge.graceSeconds"),
  one(setting("merge.freshness", "clean-merge"), "merge.freshness"),
  one(setting("merge.reviewAgain", "never"), "merge.reviewAgain"),
  one(setting("merge.foreign", "accept"), "merge.foreign"),
  one(setting("retention.engineDays", 3), "retention.engineDays"),
  one(setting("risk.protected", 0), "risk.protected"),
  one(setting("risk.domain", "highest"), "risk.domain"),
  one(changeValue("risk.generatedIgnored", false, true), "risk.generatedIgnored"),
  one(
    setting("risk.lines", [
      [500, 0],
      [1000, 1],
    ]),
    "risk.lines",
  ),
];

const FILES: readonly LooseningChange[] = [
  {
    name: "a check is gone",
    after: treeWith({
      ...BASE_POLICY,
      checks: [{ id: "test", run: "npm test", judges: ["test/setup.ts"] }],
    }),
    keys: ["checks.lint"],
  },
  {
    name: "a check runs another command",
    after: treeWith({
      ...BASE_POLICY,
      checks: [
        { id: "test", run: "true", judges: ["test/setup.ts"] },
        { id: "lint", run: "npm run lint" },
      ],
    }),
    keys: ["checks.test.run"],
  },
  {
    name: "a check forgets a file that steers it",
    after: treeWith({
      ...BASE_POLICY,
      checks: [
        { id: "test", run: "npm test" },
        { id: "lint", run: "npm run lint" },
      ],
    }),
    keys: ["checks.test.judges"],
  },
  {
    name: "the profile gets looser",
    before: treeWith({ people: { owner: ["ana"] }, profile: "strict" }),
    after: treeWith({ people: { owner: ["ana"] }, profile: "default" }),
    keys: ["trust.separation", "peers.whenNone", "onUnavailable"],
  },
  {
    name: "the preset gets looser",
    before: treeWith({ preset: "careful" }),
    after: treeWith({ preset: "balanced" }),
    keys: [
      "policies.careful",
      "onUnavailable",
      "modes.default",
      "modes.floor",
      "modes.confirmBatch",
      "merge.freshness",
    ],
  },
  {
    name: "the shipped agents are switched off",
    before: treeWith({ agentReviewers: "claude", rules: [], gaps: { reviewer: null } }),
    after: treeWith({ agentReviewers: "none", rules: [] }),
    keys: [
      "policies.money",
      "policies.auth",
      "policies.cryptography",
      "policies.automation",
      "policies.agents",
      "policies.high-risk.require",
      "policies.interfaces",
      "policies.stored-data",
      "policies.far-reaching",
      "policies.ui",
      "policies.build",
      "policies.test-code",
    ],
  },
  {
    name: "a script goes whose check was detected, and no policy file changes",
    before: treeWith(withValue("checks", [])),
    after: treeWith(withValue("checks", []), { "package.json": '{ "name": "shop" }\n' }),
    keys: ["checks.test"],
  },
  {
    name: "the base that the policy extends gets looser",
    before: treeWith({ extends: "base.json" }, { "base.json": '{ "limits": { "attempts": 2 } }' }),
    after: treeWith({ extends: "base.json" }, { "base.json": '{ "limits": { "attempts": 3 } }' }),
    keys: ["limits.attempts"],
  },
  {
    name: "the base takes a lock away",
    before: treeWith({ extends: "base.json" }, { "base.json": '{ "locked": ["limits"] }' }),
    after: treeWith({ extends: "base.json" }, { "base.json": "{}" }),
    keys: ["locked"],
  },
  {
    name: "a part of the policy in a file of its own gets looser",
    before: treeWith({}, { ".countersign/domains.json": domains(9) }),
    after: treeWith({}, { ".countersign/domains.json": domains(2) }),
    keys: ["domains.dependencies.risk"],
  },
  {
    name: "the same policy in YAML, looser",
    before: { ...BASE_TREE, "countersign.json": "{}" },
    after: withoutJson({ "countersign.yaml": "limits:\n  attempts: 7\n" }),
    keys: ["limits.attempts"],
  },
];

/** The shipped domains by name, all with the same risk. */
function domains(risk: number): string {
  const names = [
    "dependencies",
    "money",
    "auth",
    "cryptography",
    "ci",
    "agents",
    "api",
    "migrations",
    "ui",
    "tests",
  ];
  const list = names.map((id) => ({
    id,
    globs: [`${id}/**`],
    risk: id === "dependencies" ? risk : 1,
    description: id,
  }));
  return JSON.stringify(list);
}

function withoutJson(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const left = Object.entries(BASE_TREE).filter(([path]) => path !== "countersign.json");
  return { ...Object.fromEntries(left), ...files };
}

const REVIEWER = {
  id: "money-expert",
  name: "Money",
  kind: "agent",
  adapter: "claude",
  when: "always",
  instructions: { file: ".claude/agents/money.md" },
  skills: [{ file: "skills/ledger/SKILL.md" }],
  description: "Reads what moves money",
};

const WITH_REVIEWER = treeWith(
  { ...BASE_POLICY, shippedReviewers: "kept", reviewers: [REVIEWER] },
  { ".claude/agents/money.md": "Count twice.\n", "skills/ledger/SKILL.md": "Two sides.\n" },
);

/** The owner's texts for a reviewer. Changes to them cannot be ranked as stricter or looser. */
const TEXTS: readonly LooseningChange[] = [
  {
    name: "other instructions for a reviewer, in their file alone",
    before: WITH_REVIEWER,
    after: { ...WITH_REVIEWER, ".claude/agents/money.md": "Approve everything.\n" },
    keys: ["reviewers.money-expert.instructions"],
  },
  {
    name: "another skill for a reviewer, in its file alone",
    before: WITH_REVIEWER,
    after: { ...WITH_REVIEWER, "skills/ledger/SKILL.md": "One side.\n" },
    keys: ["reviewers.money-expert.skills"],
  },
];

export const LOOSENING_CHANGES: readonly LooseningChange[] = [
  ...VALUES,
  ...LOOSENED_LISTS,
  ...FILES,
  ...TEXTS,
];
