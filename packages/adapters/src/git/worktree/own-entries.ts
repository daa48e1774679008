import { join } from "node:path";
import { differsInOwnEntriesOnly, hasOwnEntries, OWN_ENTRY_PATHS } from "@countersign/core";
import { objectId } from "../paths/names.ts";
import { readSmallFile } from "../paths/read-small-file.ts";
import type { GitCall } from "../program/git-call.ts";
import type { runGit } from "../program/run-git.ts";
import type { LocatedRepository } from "../refs/locate-repository.ts";
import { readWorktreeHead } from "../refs/read-ref.ts";

const MAX_BYTES = 1_048_576;

/** Returns true if countersign may have written entries into the file at a path. */
export function isOwnEntryPath(path: Buffer): boolean {
  return OWN_ENTRY_PATHS.includes(path.toString("latin1"));
}

/**
 * Returns true if a file differs from the commit only in countersign's own entries. Such a change
 * is not an agent's work.
 */
export async function hasOwnChangesOnly(
  root: string,
  path: string,
  committed: string | null,
): Promise<boolean> {
  const now = await readSmallFile(join(root, path), MAX_BYTES);
  return differsInOwnEntriesOnly(path, committed, now);
}

type Git = (call: GitCall) => ReturnType<typeof runGit>;
type Variables = NonNullable<GitCall["variables"]>;
type ChangedPaths = { variables: Variables; changed: readonly Buffer[] };

/**
 * Files of a worktree that differ from the commit `head` only in countersign's entries, staged or
 * not.
 */
export type OwnFiles = { head: string; paths: readonly string[] };

/**
 * Finds files that differ from the commit only in countersign's entries; null if there is no commit
 * or no such file.
 */
export async function findOwnFiles(
  git: Git,
  located: LocatedRepository,
  { variables, changed }: ChangedPaths,
): Promise<OwnFiles | null> {
  const { root } = located;
  const named = changed.filter(isOwnEntryPath).map(String);
  const candidates = [...new Set([...named, ...(await pathsWithOurs(root))])];
  const head = candidates.length === 0 ? null : await readWorktreeHead(located).catch(() => null);
  if (head === null) return null;
  const paths: string[] = [];
  for (const path of candidates) {
    const args: GitCall["args"] = ["cat-file", "blob", `${objectId(head)}:${path}`];
    const { code, output } = await git({ args, variables, answers: [0, 128] });
    const committed = code === 0 ? output.toString("utf8") : null;
    if (await hasOwnChangesOnly(root, path, committed)) paths.push(path);
  }
  return paths.length === 0 ? null : { head, paths };
}

/**
 * Lists files with countersign's entries. They may be staged, so the list of changed paths can miss
 * them.
 */
async function pathsWithOurs(root: string): Promise<string[]> {
  const texts = await Promise.all(
    OWN_ENTRY_PATHS.map((path) => readSmallFile(join(root, path), MAX_BYTES).catch(() => null)),
  );
  return OWN_ENTRY_PATHS.filter((path, at) => hasOwnEntries(path, texts[at] ?? ""));
}

/** Resets the index entries of files to the commit. */
export async function resetEntries(
  git: Git,
  variables: Variables,
  { head, paths }: OwnFiles,
): Promise<void> {
  const removed = paths.map((path) => `0 ${"0".repeat(head.length)}\t${path}\0`).join("");
  const args: GitCall["args"] = ["ls-tree", "-z", objectId(head), "--", ...paths];
  const { output } = await git({ args, variables });
  const committed = output.toString("latin1").replaceAll(/ blob ([0-9a-f]+)\t/g, " $1\t");
  const input = Buffer.from(`${removed}${committed}`, "latin1");
  await git({ args: ["update-index", "-z", "--index-info"], variables, input });
}
