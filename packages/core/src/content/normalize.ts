import { digestOf } from "../kernel/digest.ts";
import { isGeneratedPath } from "./is-generated-path.ts";
import type { RawEntry } from "./raw-diff.ts";
import type {
  Commit,
  Content,
  Facts,
  FileFact,
  OwnedPaths,
  PolicyChange,
  ReachedFile,
  Unshown,
} from "./schema.ts";
import { findWeakenedTests } from "./weakened-tests.ts";

/** A change as reported by git and the caller, before it is normalised. */
export type RawChange = {
  content: Content;
  entries: readonly RawEntry[];
  commits: readonly Commit[];
  patches: readonly { path: string; patch: string }[];
  /** From the attributes of the trusted side, never from the content under review. */
  generatedPaths: readonly string[];
  /** Protected keys that changed, as `file#key`. */
  keyChanges: readonly string[];
  /** Paths whose content is too large to show. */
  tooLarge: readonly string[];
  /** How the change alters the policy, if known. */
  policyChange?: PolicyChange | undefined;
  /** Changed files that accepted files lead checks to, if known. */
  reachedFiles?: readonly ReachedFile[] | undefined;
  /** Who owns the changed paths according to the target, if the policy asks them. */
  codeOwners?: readonly OwnedPaths[] | undefined;
};

/** Maximum number of owners that are kept of one line of CODEOWNERS. */
const MAX_OWNERS = 200;

/** Maximum number of files to show. Files after it, in path order, are only listed. */
const MAX_SHOWN_FILES = 2_000;

const SYMLINK = "120000";
const SUBMODULE = "160000";

const KINDS: Readonly<Record<string, FileFact["kind"]>> = {
  "100755": "executable",
  [SYMLINK]: "symlink",
  [SUBMODULE]: "submodule",
};

/**
 * Normalises a change: the same change gives the same facts and digest in any input order.
 *
 * The facts are frozen and include every changed file, however large the change is.
 */
export function normalize(change: RawChange): Facts {
  const entries = change.entries.toSorted((a, b) => compare(a.path, b.path));
  const generated = new Set(change.generatedPaths);
  const files = entries.map((entry) => fileFact(entry, generated.has(entry.path)));
  const facts = {
    content: { ...change.content },
    files,
    linesAdded: sum(files.map((file) => file.added)),
    linesDeleted: sum(files.map((file) => file.deleted)),
    commits: change.commits.map((commit) => ({ ...commit })),
    unshown: unshownOf(entries, change.tooLarge),
    weakenedTests: findWeakenedTests(files, change.patches),
    changedKeys: [...new Set(change.keyChanges)].toSorted(),
    ...(change.policyChange === undefined ? {} : { policyChange: ordered(change.policyChange) }),
    ...reachedOf(change.reachedFiles ?? []),
    ...ownersOf(change.codeOwners ?? []),
  };
  return deepFreeze({ ...facts, digest: digestOf(facts) });
}

function reachedOf(reached: readonly ReachedFile[]): Pick<Facts, "reachedFiles"> {
  if (reached.length === 0) return {};
  const copies = reached.map(({ file, through, checks }) => ({
    file,
    through,
    checks: [...checks],
  }));
  return { reachedFiles: copies.toSorted((a, b) => compare(a.file, b.file)) };
}

function ownersOf(owned: readonly OwnedPaths[]): Pick<Facts, "codeOwners"> {
  if (owned.length === 0) return {};
  const copies = owned.map(({ line, path, people, unknown }) => ({
    ...{ line, path },
    people: [...new Set(people)].toSorted().slice(0, MAX_OWNERS),
    unknown: [...new Set(unknown)].toSorted().slice(0, MAX_OWNERS),
  }));
  return { codeOwners: copies.toSorted((a, b) => a.line - b.line) };
}

function ordered({ bases, effect, problem, loosened }: PolicyChange): PolicyChange {
  const known = { bases: [...new Set(bases)].toSorted(), effect, problem };
  if (loosened === undefined) return known;
  return { ...known, loosened: loosened.map((one) => ({ ...one })) };
}

function fileFact(entry: RawEntry, generated: boolean): FileFact {
  const { status, path, oldPath, oldMode, newMode } = entry;
  return {
    path,
    ...(oldPath === undefined ? {} : { oldPath }),
    status,
    kind: KINDS[status === "deleted" ? oldMode : newMode] ?? "file",
    modeChanged: changesMode(entry),
    binary: entry.added === null,
    generated: generated || isGeneratedPath(path),
    added: entry.added ?? 0,
    deleted: entry.deleted ?? 0,
  };
}

function changesMode({ status, oldMode, newMode }: RawEntry): boolean {
  return status !== "added" && status !== "deleted" && oldMode !== newMode;
}

/** Lists each path once per reason, because a person must acknowledge each reason. */
function unshownOf(entries: readonly RawEntry[], tooLarge: readonly string[]): Unshown[] {
  const large = new Set([
    ...tooLarge,
    ...entries.slice(MAX_SHOWN_FILES).map((entry) => entry.path),
  ]);
  const listed = [
    ...entries.flatMap((entry) => reasonsFor(entry).map((why) => ({ path: entry.path, why }))),
    ...[...large].map((path): Unshown => ({ path, why: "too_large" })),
  ];
  return listed.toSorted((a, b) => compare(a.path, b.path));
}

function reasonsFor(entry: RawEntry): Unshown["why"][] {
  const modes = [entry.oldMode, entry.newMode];
  const reasons: Unshown["why"][] = [];
  if (entry.added === null) reasons.push("binary");
  if (modes.includes(SYMLINK)) reasons.push("symlink");
  if (modes.includes(SUBMODULE)) reasons.push("submodule");
  if (changesMode(entry)) reasons.push("mode");
  return reasons;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Compares by code units, which is the same order in every locale. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
