import {
  BASE_POLICY,
  BASE_TREE,
  type CorpusChange,
  setting,
  treeWith,
  withValue,
} from "./corpus-base.ts";

/** A change that makes the policy unreadable, and the key or file that the finding must name. */
export type BreakingChange = CorpusChange & { names: string };

const DEEP = `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;

function breaks(path: string, value: unknown, names = path): BreakingChange {
  return { ...setting(path, value), names };
}

function text(name: string, content: string, names: string): BreakingChange {
  return { name, after: { ...BASE_TREE, "countersign.json": content }, names };
}

function without(path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(BASE_TREE).filter(([name]) => name !== path));
}

export const BREAKING_CHANGES: readonly BreakingChange[] = [
  breaks("mergee", {}),
  breaks("merge.targett", "main"),
  breaks("limits.attempts", "three"),
  breaks("limits.attempts", 0),
  breaks("limits.lease", "soon"),
  breaks("modes.default", "never"),
  breaks("merge.target", "--force"),
  breaks("people.owner", []),
  breaks("trust.separation", null),
  breaks("version", 2),
  breaks("profile", "loose"),
  breaks("preset", "none"),
  breaks("agentReviewers", "gpt"),
  breaks("chains", { code: ["self", "boss"] }, "chains.code[1]"),
  breaks("checks", [{ id: "test" }], "checks[0].run"),
  breaks("gaps.reviewer", "nobody"),
  breaks("domains", [{ id: "x", globs: ["[a"], description: "X" }], "domains[0].globs[0]"),
  breaks("policies", [], "policies"),
  breaks("rules", [{ id: "r" }], "rules[0].name"),
  breaks("locked", ["limits.attemps"], "locked"),
  breaks("extends", "nowhere.json", "extends"),
  breaks("extends", "../outside.json", "extends"),
  breaks("extends", "org:acme", "extends"),
  breaks("extends", "countersign:default@99", "countersign:default@99"),
  text("a comma is missing", '{ "version": 1 "people": {} }', "countersign.json"),
  text("the file is empty", "", "countersign.json"),
  text("the file holds a list", "[]", "countersign.json"),
  text(
    "the file is larger than a policy may be",
    `{ "x": "${"y".repeat(1_100_000)}" }`,
    "countersign.json",
  ),
  text("the file is nested too deep", DEEP, "a"),
  { name: "the file is removed", after: without("countersign.json"), names: "no file is left" },
  {
    name: "a second policy file",
    after: { ...BASE_TREE, "countersign.yaml": "version: 1\n" },
    names: "countersign.yaml",
  },
  {
    name: "YAML with an alias",
    after: { ...without("countersign.json"), "countersign.yaml": "a: &a [1]\nb: *a\n" },
    names: "countersign.yaml",
  },
  {
    name: "a base that is wrong",
    before: treeWith({ extends: "base.json" }, { "base.json": "{}" }),
    after: treeWith({ extends: "base.json" }, { "base.json": '{ "limits": { "attempts": -1 } }' }),
    names: "limits.attempts",
  },
  {
    name: "a base that is removed",
    before: treeWith({ extends: "base.json" }, { "base.json": "{}" }),
    after: treeWith({ extends: "base.json" }),
    names: "extends",
  },
  {
    name: "a key that the base locks",
    before: treeWith(
      { extends: "base.json" },
      { "base.json": '{ "locked": ["limits.attempts"] }' },
    ),
    after: treeWith(
      { extends: "base.json", limits: { attempts: 9 } },
      { "base.json": '{ "locked": ["limits.attempts"] }' },
    ),
    names: "limits.attempts",
  },
  {
    name: "a part that is no JSON",
    after: { ...BASE_TREE, ".countersign/rules.json": "[" },
    names: ".countersign/rules.json",
  },
  {
    name: "a part that the main file has too",
    after: treeWith(withValue("rules", []), { ".countersign/rules.json": "[]" }),
    names: "rules",
  },
  {
    name: "two values that do not fit together",
    after: treeWith({ ...BASE_POLICY, panel: { members: ["codex"], quorum: 3 } }),
    names: "panel.quorum",
  },
  {
    name: "a reviewer's instructions whose file is not there",
    after: treeWith({
      ...BASE_POLICY,
      shippedReviewers: "kept",
      reviewers: [
        {
          id: "money-expert",
          name: "Money",
          kind: "agent",
          adapter: "claude",
          instructions: { file: ".claude/agents/money.md" },
          description: "Reads",
        },
      ],
    }),
    names: "reviewers[0].instructions",
  },
];
