import { mkdirSync, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { CountersignError } from "@countersign/core";
import { realPath } from "../paths/inspect-path.ts";
import { branchRef, objectId } from "../paths/names.ts";
import { boundary } from "../program/boundary.ts";
import { takeFilledLock } from "./filled-lock.ts";
import type { LocatedRepository } from "./locate-repository.ts";
import { looseRefPath, readBranch, readRef } from "./read-ref.ts";

type RefSwap = { ref: string; expected: string | null; next: string };

type SwapResult = { swapped: true } | { swapped: false; actual: string | null };

/** Moves a branch if it still has the expected commit. */
export async function swapBranch(
  located: LocatedRepository,
  { branch, expected, next }: { branch: string; expected: string; next: string },
): Promise<SwapResult> {
  const read = () => readBranch(located, branch);
  return await swap(located, { ref: branchRef(branch), expected, next }, read);
}

/** Moves a ref by its full name if it still has the expected value; null: if it does not exist. */
export async function swapRef(located: LocatedRepository, move: RefSwap): Promise<SwapResult> {
  return await swap(located, move, () => readRef(located, move.ref));
}

/**
 * Moves a ref if it still has the expected value.
 *
 * Takes git's own lock of the branch, compares, and renames the lock over the branch. No git runs
 * in that repository, so none of its hooks and settings apply.
 */
async function swap(
  located: LocatedRepository,
  { ref, expected, next }: RefSwap,
  read: () => Promise<string | null>,
): Promise<SwapResult> {
  const path = await openRefPath(located.common, ref);
  let actual: string | null = null;
  const may = async (): Promise<boolean> => {
    actual = await read();
    return actual === expected;
  };
  const folder = located.common;
  const swapped = await replaceLocked(path, `${objectId(next)}\n`, { folder, may });
  return swapped ? { swapped } : { swapped, actual: actual ?? (await read()) };
}

/** Writes HEAD of a worktree under git's own lock, if the condition still holds. */
export async function swapHead(
  { gitDir }: LocatedRepository,
  text: string,
  may: () => Promise<boolean>,
): Promise<boolean> {
  return await replaceLocked(join(gitDir, "HEAD"), `${text}\n`, { folder: gitDir, may });
}

async function replaceLocked(
  path: string,
  text: string,
  { folder, may }: { folder: string; may: () => Promise<boolean> },
): Promise<boolean> {
  const lock = `${path}.lock`;
  const held = await takeFilledLock(lock, text, folder);
  if (held === null) return false;
  let isMine = true;
  try {
    boundary("ref.locked");
    if (!(await may())) return false;
    boundary("ref.compared");
    await rename(lock, path);
    isMine = false;
    boundary("ref.renamed");
    return true;
  } finally {
    if (isMine) rmSync(lock, { force: true });
    await held.release();
  }
}

/**
 * Returns the path of a branch, and creates its directory inside the repository if it was packed.
 */
async function openRefPath(common: string, ref: string): Promise<string> {
  const folder = dirname(join(common, ref));
  let above = folder;
  let real = realPath(above);
  while (real === null && above !== common) {
    above = dirname(above);
    real = realPath(above);
  }
  if (real !== null && `${real}${sep}`.startsWith(join(common, "refs") + sep)) {
    mkdirSync(folder, { recursive: true });
  }
  const path = await looseRefPath(common, ref);
  if (path === null) throw new CountersignError("upstream_failed", "The branch cannot be written");
  return path;
}
