import { constants } from "node:fs";
import { mkdir, open, realpath, rename, rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { CountersignError } from "@countersign/core";
import type { Located } from "./locate-repository.ts";
import { branchRef, objectId } from "./names.ts";
import { looseRefPath, readBranch } from "./read-ref.ts";

type RefSwap = { branch: string; expected: string; next: string };

type Swapped = { swapped: true } | { swapped: false; actual: string | null };

/**
 * Moves a branch if it still is where it was expected.
 *
 * It takes the lock that git itself takes for a branch, compares, and renames the lock over the branch.
 * No git runs in that repository, so no hook and no setting of it does anything.
 */
export async function swapBranch(
  located: Located,
  { branch, expected, next }: RefSwap,
): Promise<Swapped> {
  const path = await openRefPath(located.common, branchRef(branch));
  let actual: string | null = null;
  const swapped = await replaceLocked(path, `${objectId(next)}\n`, async () => {
    actual = await readBranch(located, branch);
    return actual === expected;
  });
  return swapped ? { swapped } : { swapped, actual: actual ?? (await readBranch(located, branch)) };
}

/** Writes what HEAD of a worktree says, under git's own lock, if it may still be written then. */
export async function swapHead(
  { gitDir }: Located,
  text: string,
  may: () => Promise<boolean>,
): Promise<boolean> {
  return await replaceLocked(join(gitDir, "HEAD"), `${text}\n`, may);
}

async function replaceLocked(
  path: string,
  text: string,
  may: () => Promise<boolean>,
): Promise<boolean> {
  const lock = `${path}.lock`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(lock, flags, 0o666).catch(alreadyLocked);
  if (file === null) return false;
  try {
    if (!(await may())) return false;
    await file.writeFile(text);
    await file.sync();
    await rename(lock, path);
    return true;
  } finally {
    await file.close();
    await rm(lock, { force: true });
  }
}

/** A branch that was packed has no directory of its own yet; it is made inside the repository only. */
async function openRefPath(common: string, ref: string): Promise<string> {
  const folder = dirname(join(common, ref));
  let above = folder;
  let real = await realpath(above).catch(() => null);
  while (real === null && above !== common) {
    above = dirname(above);
    real = await realpath(above).catch(() => null);
  }
  if (real !== null && `${real}${sep}`.startsWith(join(common, "refs") + sep)) {
    await mkdir(folder, { recursive: true });
  }
  const path = await looseRefPath(common, ref);
  if (path === null) throw new CountersignError("upstream_failed", "The branch cannot be written");
  return path;
}

function alreadyLocked(error: NodeJS.ErrnoException): null {
  if (error.code === "EEXIST") return null;
  throw error;
}
