import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

export type ListedWorktree = {
  root: string;
  /** Null when a commit is checked out without a branch. */
  branch: string | null;
  isMain: boolean;
  /** When it was made; 0 for the main one. */
  createdMs: number;
  /** A commit was made in it. */
  hasCommits: boolean;
};

const BRANCH = /^ref: refs\/heads\/(\S+)/;
const COMMITTED = /\tcommit(?: \([^)]*\))?: /;

/** The working directories of a repository that exist, the main one first. Only files are read. */
export async function listWorktrees(common: string): Promise<ListedWorktree[]> {
  const main = basename(common) === ".git" ? [await mainWorktree(common)] : [];
  const names = await readdir(join(common, "worktrees")).catch(() => []);
  const linked = await Promise.all(names.map((name) => linkedIn(join(common, "worktrees", name))));
  return [...main, ...linked.flatMap((found) => found ?? [])];
}

async function mainWorktree(common: string): Promise<ListedWorktree> {
  const branch = await branchIn(common);
  return { root: dirname(common), branch, isMain: true, createdMs: 0, hasCommits: true };
}

async function linkedIn(gitDir: string): Promise<ListedWorktree | null> {
  const pointer = (await textOf(join(gitDir, "gitdir"))).trimEnd();
  const root = dirname(resolve(gitDir, pointer));
  const made = await stat(join(gitDir, "commondir")).catch(() => null);
  const isThere = (await stat(join(root, ".git")).catch(() => null)) !== null;
  if (pointer === "" || made === null || !isThere) return null;
  return {
    root,
    branch: await branchIn(gitDir),
    isMain: false,
    createdMs: made.mtimeMs,
    hasCommits: COMMITTED.test(await textOf(join(gitDir, "logs", "HEAD"))),
  };
}

async function branchIn(gitDir: string): Promise<string | null> {
  return BRANCH.exec(await textOf(join(gitDir, "HEAD")))?.[1] ?? null;
}

async function textOf(path: string): Promise<string> {
  return await readFile(path, "utf8").catch(() => "");
}
