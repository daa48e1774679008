import {
  CONFIG_FILES,
  CONFIG_PARTS,
  compilePlan,
  type Facts,
  normalize,
  type Policy,
} from "@countersign/core";
import { describe, expect, it } from "vitest";
import { policyFrom } from "../../packages/engine/src/policy/read-policy.ts";
import { readPolicyChange } from "../../packages/engine/src/policy/read-policy-change.ts";
import { attempts } from "./attempts.ts";
import { entriesOf, type Files, filesOf, readerOf } from "./changed-trees.ts";

const MODES = ["per-task", "batch", "auto", "skip"] as const;
const SETTINGS = [
  { preset: "fast" },
  { preset: "careful" },
  { preset: "balanced" },
  ...["strict", "chains", "modes", "cycles", "panel", "pipeline"].map((profile) => ({ profile })),
];
const LISTS = [undefined, [], ["src/**"]];

/** A base that the `extends` of the result alone names. */
const LATER = "later.json";

/** Files that are read as policy. */
const KINDS = [
  ...CONFIG_FILES,
  ...Object.values(CONFIG_PARTS),
  "config/base.json",
  "policy/base.yaml",
  LATER,
];

type Change = { after: Files; renamed?: { from: string; to: string } };
type Operation = (before: Files, path: string, hostile: string) => Change;

const without = (files: Files, path: string): Files =>
  new Map([...files].filter(([name]) => name !== path));
const withFile = (files: Files, path: string, text: string, mode: "100644" | "120000" = "100644") =>
  new Map([...files, [path, { mode, text }]]);

const OPERATIONS: Record<string, Operation> = {
  rewrite: (before, path, hostile) => ({ after: withFile(before, path, hostile) }),
  break: (before, path) => ({ after: withFile(before, path, "{") }),
  remove: (before, path) => ({ after: without(before, path) }),
  "move away": (before, path) => {
    const text = before.get(path)?.text ?? "";
    const after = withFile(without(before, path), "docs/old.txt", text);
    return { after, renamed: { from: path, to: "docs/old.txt" } };
  },
  "move onto": (before, path, hostile) => {
    const after = withFile(without(before, "readme.md"), path, hostile);
    return { after, renamed: { from: "readme.md", to: path } };
  },
  link: (before, path) => ({ after: withFile(before, path, "readme.md", "120000") }),
  "change the mode": (before, path) => ({
    after: new Map([...before, [path, { mode: "100755", text: before.get(path)?.text ?? "{}" }]]),
  }),
  "replace by a folder": (before, path, hostile) => ({
    after: withFile(without(before, path), `${path}/${path}`, hostile),
  }),
  "replace the folder": (before, path) => {
    const folder = path.includes("/") ? path.slice(0, path.indexOf("/")) : path;
    const left = [...before].filter(([name]) => !name.startsWith(`${folder}/`));
    return { after: withFile(new Map(left), folder, "elsewhere", "120000") };
  },
  "another case": (before, path, hostile) => ({
    after: withFile(before, path.toUpperCase(), hostile),
  }),
  "another spelling": (before, path, hostile) => ({
    after: withFile(
      before,
      path.replace("s", "\u017f").replace(/(?=\.[a-z]+$)/, "\u200d"),
      hostile,
    ),
  }),
};

/** JSON is YAML too. */
const write = JSON.stringify;

const LONG = {
  rules: [],
  domains: [],
  policies: [
    {
      id: "all",
      when: "always",
      require: [{ reviewer: "integrity" }],
      description: "Every change",
    },
  ],
  reviewers: [
    { id: "integrity", name: "I", kind: "check", adapter: "builtin", description: "Integrity" },
  ],
};

/** A tree whose policy is read from the given file, and what an attacker would write there. */
type Target = { before: Files; hostile: string };

const OTHERS = { "readme.md": "# Shop", "src/a.ts": "1" };

function targetFor(path: string, settings: object, listed: readonly string[] | undefined): Target {
  const trust = listed === undefined ? {} : { trust: { protected: listed } };
  const own = { version: 1, ...settings, people: { owner: ["ana"] }, ...trust };
  const hostile = write({ ...own, people: { owner: ["claude"] } });
  const part = PARTS.find(({ file }) => file === path);
  if (part !== undefined) return targetForPart(part, own);
  const text = write(own);
  if (CONFIG_FILES.some((name) => name === path))
    return { before: filesOf({ ...OTHERS, [path]: text }), hostile };
  const main = path === LATER ? own : { version: 1, extends: `./${path}` };
  const name = "countersign.yml";
  return { before: filesOf({ ...OTHERS, [name]: write(main), [path]: text }), hostile };
}

const PARTS = Object.entries(CONFIG_PARTS).map(([key, file]) => ({ key, file }));

function targetForPart({ key, file }: { key: string; file: string }, own: object): Target {
  const lists = Object.entries(LONG);
  const main = { ...own, panel: null, ...Object.fromEntries(lists.filter(([one]) => one !== key)) };
  const moved = write(lists.find(([one]) => one === key)?.[1]);
  const name = "countersign.json";
  return {
    before: filesOf({ ...OTHERS, [name]: write(main), [file]: moved }),
    hostile: "[ ]",
  };
}

const CONTENT = {
  repo: "shop",
  target: "main",
  base: "a".repeat(40),
  head: "b".repeat(40),
  tree: "c".repeat(40),
};

type Attack = { facts: Facts; policy: Policy };

async function prepare(attempt: number): Promise<Attack & { kind: string; operation: string }> {
  const kind = KINDS[attempt % KINDS.length] ?? "";
  const names = Object.keys(OPERATIONS);
  const operation = names[Math.trunc(attempt / KINDS.length) % names.length] ?? "";
  const settings = SETTINGS[attempt % SETTINGS.length] ?? {};
  const { before, hostile } = targetFor(kind, settings, LISTS[attempt % LISTS.length]);
  const change = OPERATIONS[operation]?.(before, kind, hostile) ?? { after: before };
  const named = write({ version: 1, extends: kind });
  const after = kind === LATER ? withFile(change.after, "countersign.yml", named) : change.after;
  const reader = readerOf({ [CONTENT.base]: before, [CONTENT.tree]: after });
  const loaded = await policyFrom(async (path) => before.get(path)?.text ?? null);
  if (!loaded.ok) throw new Error(`${kind}: ${JSON.stringify(loaded.problems)}`);
  const facts = normalize({
    content: CONTENT,
    entries: entriesOf(before, after, change.renamed),
    commits: [],
    patches: [],
    generatedPaths: [],
    keyChanges: [],
    tooLarge: [],
    policyChange: await readPolicyChange(reader, CONTENT, loaded.policy),
  });
  return { facts, policy: loaded.policy, kind, operation };
}

/** Whether the plan would let the change through without the owner, in the mode that a person chose. */
function getsBy({ facts, policy }: Attack, mode: (typeof MODES)[number]): boolean {
  const plan = compilePlan({
    facts,
    policy,
    roster: [],
    gaps: [],
    assignment: {
      title: "Tidy",
      statedBy: "author",
      assignee: "claude",
      authors: ["claude"],
      labels: [],
      modeChoices: [{ mode, by: "person" }],
      avoid: [],
    },
  });
  const owner = plan.requirements.find(({ layers }) => layers.includes("owner"));
  const isAsked =
    owner?.human === true && owner.who.includes("ana") && owner.satisfiedBy === undefined;
  return !(isAsked && owner.because.some(({ entry }) => entry === "policy"));
}

const DISTINCT = KINDS.length * Object.keys(OPERATIONS).length * SETTINGS.length * LISTS.length;

describe("I10 Trusted policy: no change of a file that is read as policy gets by without the owner", () => {
  it("asks the owner for every kind of file, operation and mode", async () => {
    const prepared = new Map<number, Awaited<ReturnType<typeof prepare>>>();
    const covered = new Set<string>();
    const passed: string[] = [];
    const total = Math.max(attempts(), KINDS.length * Object.keys(OPERATIONS).length);
    for (let attempt = 0; attempt < total; attempt += 1) {
      const at = attempt % DISTINCT;
      const attack = prepared.get(at) ?? (await prepare(at));
      prepared.set(at, attack);
      for (const mode of MODES) {
        const name = `${attack.operation} ${attack.kind} in the mode ${mode}`;
        covered.add(name);
        if (getsBy(attack, mode)) passed.push(name);
      }
    }
    expect(passed).toEqual([]);
    expect(covered.size).toBe(KINDS.length * Object.keys(OPERATIONS).length * MODES.length);
  });
});
