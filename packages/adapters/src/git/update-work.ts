import { CountersignError } from "@countersign/core";
import type { Repository, WorkUpdate, WorkUpdateOutcome } from "@countersign/engine";
import { branchOf } from "./checked-out-at.ts";
import { type Located, locateRepository, locateWorktree } from "./locate-repository.ts";
import { mergeBase } from "./merge.ts";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { moveTarget } from "./move-target.ts";
import { pinRevision } from "./pin-revision.ts";
import { readBranch } from "./read-ref.ts";

/**
 * Moves the branch of merged work to the target, with the worktrees that have it.
 *
 * Only a branch without commits of its own moves. Uncommitted work stays where it does not touch what the
 * target brings.
 */
export async function updateWork(
  mirror: MirrorDirectory,
  repository: Repository,
  { place, merged, next }: WorkUpdate,
): Promise<WorkUpdateOutcome> {
  const located = await locateRepository(repository.path);
  const branch = await branchAt(located, repository, place);
  const tip = branch === null ? null : await readBranch(located, branch);
  if (branch === null || tip === null) return { outcome: "no_branch" };
  if ((await pinRevision(mirror, repository, tip)) === null) return { outcome: "no_branch" };
  if ((await mergeBase(mirror, next, tip)) === next) return { outcome: "updated", branch };
  const isMerged = (await mergeBase(mirror, tip, merged)) === tip;
  if (!isMerged && (await mergeBase(mirror, tip, next)) !== tip)
    return { outcome: "ahead", branch };
  const move = { branch, expected: tip, next, isSuperseded: true } as const;
  const moved = await moveTarget(mirror, repository, move);
  if (moved.outcome === "moved") return { outcome: "updated", branch };
  if (moved.outcome === "lost_race") return { outcome: "ahead", branch };
  return { outcome: "dirty", branch, worktrees: moved.worktrees };
}

/** The short name of the branch that work is on; null where the worktree is gone or on none. */
async function branchAt(
  located: Located,
  repository: Repository,
  place: WorkUpdate["place"],
): Promise<string | null> {
  if ("branch" in place) return place.branch;
  const worktree = await locateWorktree(repository.path, place.worktree).catch(gone);
  const ref = worktree === null ? null : await branchOf(worktree.gitDir);
  const name = ref?.slice("refs/heads/".length) ?? null;
  return worktree !== null && worktree.common === located.common ? name : null;
}

function gone(error: unknown): null {
  if (error instanceof CountersignError) return null;
  throw error;
}
