import { describe, expect, it } from "vitest";
import { normalize } from "../../packages/core/src/content/normalize.ts";
import type { RawEntry } from "../../packages/core/src/content/raw-diff.ts";
import type { Plan } from "../../packages/core/src/plan/schema.ts";
import { expandBraces } from "../../packages/core/src/policy/glob/expand-braces.ts";
import { JUDGE_KEYS } from "../../packages/core/src/policy/judges/judge-keys.ts";
import { JUDGE_FILES } from "../../packages/core/src/policy/judges/judge-names.ts";
import { contentOf } from "../../packages/core/src/testing/facts-of.ts";
import { planOf } from "../../packages/core/src/testing/plan-of.ts";
import { policyOf } from "../../packages/core/src/testing/policy-of.ts";
import { attempts } from "./attempts.ts";

/** In the mildest mode of all, with nothing but checks in the way. */
const POLICY = policyOf({
  modes: { default: "skip", floor: "skip" },
  trust: { protected: [] },
  chains: { code: ["self"], internal_document: ["self"] },
  checks: [
    { id: "test", run: "npm test" },
    { id: "lint", run: "npm run lint" },
  ],
});

type Target = { pattern: string; path: string; key: string | null };
const HOW = [
  "modified",
  "added",
  "deleted",
  "renamed",
  "renamed away",
  "type_changed",
  "another case",
] as const;
type How = (typeof HOW)[number];

/** A path that a pattern without braces covers, in one of some folders. */
function pathFor(pattern: string, at: number): string {
  const folders = ["", "packages/a/", "a b/ü/"];
  return pattern
    .replace(/^\*\*\//, folders[at % folders.length] ?? "")
    .replaceAll("/**", "/x/y")
    .replaceAll("*", `x${at}`);
}

const PATTERNS = JUDGE_FILES.flatMap(({ patterns }) => patterns).flatMap((pattern) => {
  const expanded = expandBraces(pattern);
  return expanded.ok ? expanded.patterns : [];
});
const KEYS = JUDGE_KEYS.flatMap(({ pattern, keys }) => keys.map((key) => ({ pattern, key })));

function targetAt(at: number): Target {
  const file = PATTERNS[at % (PATTERNS.length + KEYS.length)];
  if (file !== undefined) return { pattern: file, path: pathFor(file, at), key: null };
  const { pattern = "", key = "" } =
    KEYS[(at % (PATTERNS.length + KEYS.length)) - PATTERNS.length] ?? {};
  return { pattern: `${pattern}#${key}`, path: pathFor(pattern, at), key };
}

function entryFor(path: string, how: How): RawEntry {
  const [status, oldPath, name] =
    how === "another case"
      ? (["added", undefined, path.toUpperCase()] as const)
      : how === "renamed"
        ? (["renamed", "notes/old.txt", path] as const)
        : how === "renamed away"
          ? (["renamed", path, "notes/new.txt"] as const)
          : ([how, undefined, path] as const);
  return {
    path: name,
    ...(oldPath === undefined ? {} : { oldPath }),
    status,
    oldMode: status === "added" ? "000000" : "100644",
    newMode: status === "deleted" ? "000000" : status === "type_changed" ? "120000" : "100644",
    oldId: "0".repeat(40),
    newId: "1".repeat(40),
    added: 1,
    deleted: 0,
  };
}

function planFor({ path, key }: Target, how: How): Plan {
  const facts = normalize({
    content: contentOf("c"),
    entries: [entryFor("src/a.ts", "modified"), entryFor(path, how)],
    commits: [],
    patches: [],
    generatedPaths: [path],
    // Parts are read under the usual name of a manifest only.
    keyChanges: key === null || how === "another case" ? [] : [`${path}#${key}`],
    tooLarge: [],
  });
  return planOf({ facts, policy: POLICY });
}

const asksOwner = ({ requirements }: Plan): boolean =>
  requirements.some(
    ({ layers, human, satisfiedBy, because }) =>
      layers.includes("owner") &&
      human &&
      satisfiedBy === undefined &&
      because.some(({ entry }) => entry === "checks"),
  );

describe("I10 Trusted policy: a change of a file that steers checks", () => {
  it("needs the owner, whatever is done to whichever shipped file", () => {
    const unguarded: string[] = [];
    const patterns = new Set<string>();
    const total = PATTERNS.length + KEYS.length;
    const count = Math.max(attempts(), total);
    for (let at = 0; at < count; at += 1) {
      const target = targetAt(at);
      const how = HOW[(at + Math.floor(at / total)) % HOW.length] ?? "modified";
      patterns.add(target.pattern);
      if (!asksOwner(planFor(target, how))) unguarded.push(`${how} ${target.path}`);
    }
    expect(unguarded).toEqual([]);
    expect(patterns.size).toBe(
      new Set([...PATTERNS, ...KEYS.map((it) => `${it.pattern}#${it.key}`)]).size,
    );
  });

  it("leaves other changes alone", () => {
    const plan = planFor({ pattern: "", path: "src/b.ts", key: null }, "modified");

    expect(asksOwner(plan)).toBe(false);
  });
});
