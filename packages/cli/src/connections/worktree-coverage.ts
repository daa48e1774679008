import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { readBranchTree, readWork } from "@countersign/adapters";
import { hookFiles } from "../hook/files/hook-files.ts";
import { readHookCalls } from "../hook/sessions/hook-calls.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import type { Environment } from "../runtime/environment.ts";
import { gitProgram } from "../runtime/git-program.ts";

/** A working directory, and whether agents' hooks report what happens in it. */
export type WorktreeCoverage = {
  root: string;
  branch: string | null;
  /** The agent whose hooks were last heard there; null when none were. */
  agent: string | null;
  heardMs: number | null;
  /** It has work that no hook has reported and no task contains. */
  isUnreported: boolean;
};

const LOOK_MS = 5_000;

/** `hasTask` tells whether work of a directory was submitted in another way. */
export async function worktreeCoverage(
  common: string,
  env: Environment,
  hasTask: (root: string) => Promise<boolean>,
): Promise<WorktreeCoverage[]> {
  const files = hookFiles(localFiles(env));
  const heard = await readHookCalls(files, common);
  const covers = async (worktree: ListedWorktree): Promise<WorktreeCoverage> => {
    const { root, branch, createdMs } = worktree;
    const last = heard.find((hook) => hook.root === root && hook.atMs >= createdMs);
    if (last !== undefined)
      return { root, branch, agent: last.agent, heardMs: last.atMs, isUnreported: false };
    const hasWork = await hasOwnWork(worktree, { directory: files.scratch, git: gitProgram(env) });
    const isUnreported = hasWork && !(await hasTask(root));
    return { root, branch, agent: null, heardMs: null, isUnreported };
  };
  return await Promise.all((await listWorktrees(common)).map(covers));
}

/** Changes in the main directory are mostly the person's own; they say nothing about an agent. */
async function hasOwnWork(
  { root, branch, isMain, hasCommits }: ListedWorktree,
  place: { directory: string; git: string | undefined },
): Promise<boolean> {
  if (isMain || hasCommits || branch === null) return !isMain && hasCommits;
  const options = { ...place, worktree: root, timeoutMs: LOOK_MS };
  const [now, committed] = await Promise.all([
    readWork(options).catch(() => null),
    readBranchTree(options, branch).catch(() => null),
  ]);
  return now !== null && committed !== null && now !== committed;
}

type ListedWorktree = {
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
async function listWorktrees(common: string): Promise<ListedWorktree[]> {
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
