import {
  BASE_POLICY,
  BASE_TREE,
  type CorpusChange,
  changeValue,
  setting,
  treeWith,
  withValue,
} from "./corpus-base.ts";

const TEXT = BASE_TREE["countersign.json"] ?? "";

function edited(name: string, content: string): CorpusChange {
  return { name, after: { ...BASE_TREE, "countersign.json": content } };
}

/** The file changes but the policy stays the same. */
const SAME_MEANING: readonly CorpusChange[] = [
  edited("a comment", `// Ours\n${TEXT}`),
  edited("a comment at the end", `${TEXT}/* done */\n`),
  edited("no spaces", JSON.stringify(BASE_POLICY)),
  edited("a blank line", `\n${TEXT}`),
  edited("other line ends", TEXT.replaceAll("\n", "\r\n")),
  edited("tabs", JSON.stringify(BASE_POLICY, null, "\t")),
  edited(
    "another order of keys",
    JSON.stringify(Object.fromEntries(Object.entries(BASE_POLICY).toReversed())),
  ),
  edited("a default written out", JSON.stringify({ ...BASE_POLICY, silence: { agent: "15m" } })),
  edited("where the schema is", JSON.stringify({ $schema: "./schema.json", ...BASE_POLICY })),
  {
    name: "the file gets another name",
    after: {
      ...Object.fromEntries(
        Object.entries(BASE_TREE).filter(([path]) => path !== "countersign.json"),
      ),
      "countersign.jsonc": TEXT,
    },
  },
  { name: "a note beside the parts", after: { ...BASE_TREE, ".countersign/README.md": "Ours\n" } },
  {
    name: "the shipped policies by their version",
    before: treeWith({}),
    after: treeWith({ extends: "countersign:default@1" }),
  },
  {
    name: "the shipped reviewers by their program",
    before: treeWith({}),
    after: treeWith({ agentReviewers: "claude" }),
  },
];

const STRICTER: readonly CorpusChange[] = [
  setting("limits.attempts", 1),
  setting("limits.stallRounds", 2),
  setting("limits.reassignAfter", 5),
  setting("limits.costUsdPerReview", 0.5),
  setting("limits.costUsdPerTask", 1),
  setting("limits.costUsdPerDay", 5),
  setting("trust.protected", ["infra/**", "countersign.json", "db/**"]),
  setting("panel.members", ["codex", "gemini", "build-reviewer"]),
  setting("panel.when", "always"),
  changeValue("panel", null, { members: ["codex"], quorum: 1 }),
  changeValue("gaps.reviewer", null, "codex"),
  changeValue("peers.whenNone", "skip", "person"),
  changeValue("peers.codeOwners", false, true),
  changeValue("onUnavailable", "complete", "escalate"),
  setting("modes.default", "per-task"),
  setting("modes.floor", "per-task"),
  setting("modes.labels.urgent", { mode: "per-task" }),
  setting("modes.autoApprove.enabled", false),
  setting("modes.autoApprove.maxIterations", 1),
  setting("chains.code", ["self", "peer", "owner"]),
  setting("chains.legal", ["self", "owner"]),
  setting("chainOverrides.engineering", { code: ["self", "peer", "csuite"] }),
  changeValue("gate.counts", "severity", "all"),
  changeValue("gate.needsFixes", "flag", "rework"),
  changeValue("gate.fixtures", ["samples/**"], []),
  setting("silence.run", "5m"),
  setting("markers.naturalLanguage", "off"),
  setting("markers.structured", false),
  setting("merge.graceSeconds", 60),
  setting("merge.freshness", "strict"),
  setting("merge.foreign", "protected"),
  setting("retention.engineDays", 900),
  setting("risk.protected", 5),
  setting("risk.dependency", 4),
  setting("checks", [
    { id: "test", run: "npm test", judges: ["test/setup.ts", "test/other.ts"] },
    { id: "lint", run: "npm run lint" },
    { id: "types", run: "npx tsc" },
  ]),
  setting("people.substitutes", {}),
  changeValue("people.owner", ["ana", "ben"], ["ana"]),
  changeValue("prepare.allowHosts", ["files.example.com"], []),
  {
    name: "a base locks a key",
    before: treeWith({ extends: "base.json" }, { "base.json": "{}" }),
    after: treeWith({ extends: "base.json" }, { "base.json": '{ "locked": ["trust"] }' }),
  },
];

/** Values that do not affect which reviews are required. */
const NEUTRAL: readonly CorpusChange[] = [
  setting("limits.lease", "2h"),
  setting("limits.machineDeadline", "1h"),
  setting("limits.reminders", ["1h"]),
  setting("limits.mergeRetries", 3),
  setting("feedback.quickIssues", ["Too long"]),
  setting("feedback.maxTokens", 900),
  setting("gate.maxFindingsShown", 50),
  setting("gate.failFast", true),
  setting("merge.strategy", "squash"),
  setting("markers.debounceMs", 100),
  setting("notify.quietHours", { from: "22:00", to: "07:00" }),
  {
    name: "a check may take longer",
    after: treeWith(
      withValue("checks", [
        { id: "test", run: "npm test", judges: ["test/setup.ts"], timeout: "30m" },
        { id: "lint", run: "npm run lint" },
      ]),
    ),
  },
];

export const HARMLESS_CHANGES: readonly CorpusChange[] = [...SAME_MEANING, ...STRICTER, ...NEUTRAL];
