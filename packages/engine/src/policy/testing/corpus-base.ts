import type { Tree } from "./policy-repository.ts";

/**
 * One change of the corpus: its description and the tree after it. `before` is set if it differs from the
 * usual tree.
 */
export type CorpusChange = { name: string; before?: Tree; after: Tree };

type Values = { readonly [key: string]: unknown };

/** The policy that the corpus changes start from. It is strict where a change loosens it. */
export const BASE_POLICY: Values = {
  version: 1,
  extends: "countersign:default@1",
  trust: {
    separation: "four_eyes",
    humanPresence: "unlocked",
    protected: ["infra/**", "countersign.json"],
    differentModelFamily: true,
  },
  people: { owner: ["ana"], csuite: ["ana"], substitutes: { ana: ["ben"] } },
  departments: {
    engineering: { head: "ana", agents: ["codex"] },
    finance: { head: "ana", agents: [] },
    marketing: { head: "ana", agents: [] },
  },
  gaps: { reviewer: "codex" },
  panel: { members: ["codex", "gemini"], quorum: 2, when: { paths: ["core/**"] } },
  peers: { whenNone: "skip" },
  onUnavailable: "escalate",
  modes: { default: "skip", floor: "batch", confirmBatch: "always" },
  checks: [
    { id: "test", run: "npm test", judges: ["test/setup.ts"] },
    { id: "lint", run: "npm run lint" },
  ],
  gate: { needsFixes: "rework" },
  carry: { check: "none" },
  markers: { naturalLanguage: "suggest" },
  merge: { freshness: "no-overlap", reviewAgain: "when_tree_differs" },
};

const OTHER_FILES: Tree = {
  "package.json": '{ "name": "shop", "scripts": { "test": "node --test" } }\n',
  "src/cart.ts": "export const cart = [];\n",
  "README.md": "# Shop\n",
};

/** Creates a tree with a policy file. */
export function treeWith(policy: unknown, more: Tree = {}): Tree {
  return { ...OTHER_FILES, "countersign.json": `${JSON.stringify(policy, null, 2)}\n`, ...more };
}

export const BASE_TREE: Tree = treeWith(BASE_POLICY);

/** Returns the usual policy with one value set, by dotted path. Undefined removes the key. */
export function withValue(path: string, value: unknown, policy: Values = BASE_POLICY): Values {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) {
    const left = Object.entries(policy).filter(([name]) => name !== key);
    return Object.fromEntries(value === undefined ? left : [...left, [key, value]]);
  }
  return { ...policy, [key]: withValue(rest.join("."), value, asValues(policy[key])) };
}

function asValues(value: unknown): Values {
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** Creates a change of one key of the usual policy. */
export function setting(path: string, value: unknown): CorpusChange {
  return {
    name: `${path} becomes ${JSON.stringify(value) ?? "absent"}`.slice(0, 100),
    after: treeWith(withValue(path, value)),
  };
}

/** Creates a change of a key from one value to another. */
export function changeValue(path: string, before: unknown, after: unknown): CorpusChange {
  return {
    name: `${path} from ${JSON.stringify(before)} to ${JSON.stringify(after)}`.slice(0, 100),
    before: treeWith(withValue(path, before)),
    after: treeWith(withValue(path, after)),
  };
}
