import { lstat, open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { locateRepository } from "@countersign/adapters";
import { CountersignError, NO_BRANCH, type WorkLocation } from "@countersign/core";

/** The repository, worktree and branch of a directory. */
export type Workplace = {
  /** The directory that is registered with the engine: the main one, also from a linked worktree. */
  repository: string;
  /** The working directory that was found around the current one. */
  root: string;
  /** Holds refs and objects. */
  common: string;
  /** Null when a commit is checked out without a branch. */
  branch: string | null;
};

const MAX_HEAD = 4_096;
const BRANCH = /^ref: refs\/heads\/(\S+)$/;

/**
 * Finds the repository around a directory by reading files alone. Git is not asked: the repository may
 * be an agent's, and its settings could make git run something.
 */
export async function findWorkplace(directory: string): Promise<Workplace> {
  const root = await rootAround(directory);
  const { gitDir, common, root: real } = await locateRepository(root);
  const head = await readStart(join(gitDir, "HEAD"));
  const repository = basename(common) === ".git" ? dirname(common) : common;
  return { repository, root: real, common, branch: BRANCH.exec(head ?? "")?.[1] ?? null };
}

/** The place as the engine keeps it with a task. */
export function workplaceLocation({
  root,
  branch,
}: Pick<Workplace, "root" | "branch">): WorkLocation {
  return { branch: branch ?? NO_BRANCH, worktree: root };
}

async function rootAround(directory: string): Promise<string> {
  for (let path = directory; ; path = dirname(path)) {
    const found = (await exists(join(path, ".git"))) || (await isBare(path));
    if (found) return path;
    if (path === dirname(path)) {
      throw new CountersignError("invalid_input", `${directory} is not in a git repository`, {
        hint: "Change to a repository, or use --repo <path>",
      });
    }
  }
}

async function isBare(path: string): Promise<boolean> {
  return (await exists(join(path, "objects"))) && (await exists(join(path, "HEAD")));
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function readStart(path: string): Promise<string | null> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return null;
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_HEAD), 0, MAX_HEAD, 0);
    return buffer.toString("utf8", 0, bytesRead).trimEnd();
  } finally {
    await file.close();
  }
}
