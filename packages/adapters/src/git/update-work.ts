import { CountersignError } from "@countersign/core";
import type { Repository, WorkUpdate, WorkUpdateOutcome } from "@countersign/engine";
import { mergeBase } from "./merge.ts";
import { moveTarget } from "./move-target.ts";
import { isKept } from "./objects/kept-commits.ts";
import { listTree } from "./objects/list-tree.ts";
import type { MirrorDirectory } from "./program/mirror-directory.ts";
import {
  type LocatedRepository,
  locateRepository,
  locateWorktree,
} from "./refs/locate-repository.ts";
import { pinRevision } from "./refs/pin-revision.ts";
import { readBranch } from "./refs/read-ref.ts";
import { readCheckedOutBranch } from "./worktree/checked-out-at.ts";
import { exactFilesIn } from "./worktree/exact-files.ts";
import { changeBetween } from "./worktree/tree-change.ts";

/**
 * Moves the branch of merged work to the target, with the worktrees that have it checked out.
 *
 * Only moves a branch with exactly the merged content, in its last commit or uncommitted in its
 * worktree: the submitter names the location, and could name another author's branch. Newer
 * uncommitted work stays if the update does not touch it.
 */
export async function updateWork(
  mirror: MirrorDirectory,
  repository: Repository,
  { place, merged, next, target }: WorkUpdate,
): Promise<WorkUpdateOutcome> {
  const located = await locateRepository(repository.path);
  const worktree = await worktreeAt(repository, place);
  const branch = await branchAt(worktree, place);
  const tip = branch === null ? null : await readBranch(located, branch);
  if (branch === null || tip === null) return { outcome: "no_branch" };
  if ((await pinRevision(mirror, repository, tip)) === null) return { outcome: "no_branch" };
  if ((await mergeBase(mirror, next, tip)) === next) return { outcome: "updated", branch };
  if (tip !== merged && !(await holdsMerged(mirror, worktree, { tip, merged })))
    return { outcome: "ahead", branch };
  const isCopied = (await contains(mirror, located, { branch: target, commit: next })) || undefined;
  const move = { branch, expected: tip, next, isSuperseded: true, isCopied } as const;
  const moved = await moveTarget(mirror, repository, move);
  if (moved.outcome === "moved") return { outcome: "updated", branch };
  if (moved.outcome === "lost_race") return { outcome: "ahead", branch };
  return { outcome: "dirty", branch, worktrees: moved.worktrees };
}

/** Returns true if a branch of the repository contains a commit. A tip that the mirror lacks is not examined. */
async function contains(
  mirror: MirrorDirectory,
  located: LocatedRepository,
  { branch, commit }: { branch: string; commit: string },
): Promise<boolean> {
  const tip = await readBranch(located, branch);
  if (tip === null || tip === commit) return tip === commit;
  return (await isKept(mirror, tip)) && (await mergeBase(mirror, commit, tip)) === commit;
}

/** Returns true if a worktree on an ancestor of the merged commit contains its whole content. */
async function holdsMerged(
  mirror: MirrorDirectory,
  worktree: LocatedRepository | null,
  { tip, merged }: { tip: string; merged: string },
): Promise<boolean> {
  if (worktree === null || (await mergeBase(mirror, tip, merged)) !== tip) return false;
  const change = changeBetween(await listTree(mirror, tip), await listTree(mirror, merged));
  const holds = exactFilesIn(worktree.root);
  for (const [path, file] of change.written) if (!(await holds(path, file))) return false;
  for (const path of change.removed) if (await holds(path, change.from.get(path))) return false;
  return true;
}

async function worktreeAt(
  repository: Repository,
  place: WorkUpdate["place"],
): Promise<LocatedRepository | null> {
  if ("branch" in place) return null;
  return await locateWorktree(repository.path, place.worktree).catch(gone);
}

/** Returns the short name of the branch of the work; null if the worktree is gone or has none. */
async function branchAt(
  worktree: LocatedRepository | null,
  place: WorkUpdate["place"],
): Promise<string | null> {
  if ("branch" in place) return place.branch;
  const ref = worktree === null ? null : await readCheckedOutBranch(worktree.gitDir);
  return ref?.slice("refs/heads/".length) ?? null;
}

function gone(error: unknown): null {
  if (error instanceof CountersignError) return null;
  throw error;
}
