import { constants } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CountersignError } from "@countersign/core";
import type { MoveOutcome, Repository, TargetMove } from "@countersign/engine";
import { copyOutOfMirror } from "./copy-objects.ts";
import { type Located, locateRepository } from "./locate-repository.ts";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { branchRef, objectId } from "./names.ts";
import { looseRefPath, readBranch, readHeadFile } from "./read-ref.ts";
import { readSmallFile } from "./read-small-file.ts";

/**
 * Moves a branch of the user's repository from one commit to a descendant, or says who was faster.
 *
 * It takes the lock that git itself takes for a branch, compares, and renames the lock over the branch.
 * No git runs in that repository, so no hook and no setting of it does anything.
 */
export async function moveTarget(
  mirror: MirrorDirectory,
  repository: Repository,
  { branch, expected, next, whenCheckedOut }: TargetMove,
): Promise<MoveOutcome> {
  const located = await locateRepository(repository.path);
  const current = await readBranch(located, branch);
  if (current === next) return { outcome: "moved" };
  if (current !== expected) return { outcome: "lost_race", actual: current };
  await requireDescendant(mirror, expected, next);

  const worktrees = await checkedOutAt(located, branchRef(branch));
  if (worktrees.length > 0 && whenCheckedOut === "refuse") {
    return { outcome: "checked_out", worktrees };
  }
  await copyOutOfMirror(mirror, located.common, { commit: next, known: expected });
  return await swap(located, { branch, expected, next });
}

async function requireDescendant(
  mirror: MirrorDirectory,
  expected: string,
  next: string,
): Promise<void> {
  const { code } = await mirror.run(
    ["merge-base", "--is-ancestor", objectId(expected), objectId(next)],
    { answers: [0, 1] },
  );
  if (code === 1) {
    throw new CountersignError("invalid_input", "The target may only move forward");
  }
}

async function swap(
  located: Located,
  { branch, expected, next }: { branch: string; expected: string; next: string },
): Promise<MoveOutcome> {
  const ref = branchRef(branch);
  const path = await openRefPath(located.common, ref);
  const lock = `${path}.lock`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(lock, flags, 0o666).catch(alreadyLocked);
  if (file === null) return { outcome: "lost_race", actual: await readBranch(located, branch) };
  try {
    const current = await readBranch(located, branch);
    if (current !== expected) return { outcome: "lost_race", actual: current };
    await file.writeFile(`${objectId(next)}\n`);
    await file.sync();
    await rename(lock, path);
    return { outcome: "moved" };
  } finally {
    await file.close();
    await rm(lock, { force: true });
  }
}

/** A branch that was packed has no directory of its own yet. */
async function openRefPath(common: string, ref: string): Promise<string> {
  await mkdir(dirname(join(common, ref)), { recursive: true });
  const path = await looseRefPath(common, ref);
  if (path === null) throw new CountersignError("upstream_failed", "The branch cannot be written");
  return path;
}

function alreadyLocked(error: NodeJS.ErrnoException): null {
  if (error.code === "EEXIST") return null;
  throw error;
}

/** The worktrees whose HEAD names a branch. */
async function checkedOutAt({ common }: Located, ref: string): Promise<string[]> {
  const kept = await readdir(join(common, "worktrees")).catch(() => []);
  const gitDirs = [common, ...kept.map((name) => join(common, "worktrees", name))];
  const found: string[] = [];
  for (const gitDir of gitDirs) {
    const head = await readHeadFile(gitDir).catch(() => null);
    if (head?.branch === ref) found.push(await worktreeOf(gitDir, common));
  }
  return found.filter((path) => path !== "");
}

/** The directory of a worktree; empty for a bare repository, which has none. */
async function worktreeOf(gitDir: string, common: string): Promise<string> {
  if (gitDir === common) return gitDir.endsWith("/.git") ? dirname(gitDir) : "";
  return dirname((await readSmallFile(join(gitDir, "gitdir"), 4_096))?.trimEnd() ?? "");
}
