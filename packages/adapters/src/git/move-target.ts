import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import type { BlockedWorktree, MoveOutcome, Repository, TargetMove } from "@countersign/engine";
import { copyOutOfMirror } from "./copy/copy-objects.ts";
import { relateCommits } from "./objects/commit-graph.ts";
import { listTree } from "./objects/list-tree.ts";
import { branchRef, objectId } from "./paths/names.ts";
import { boundary } from "./program/boundary.ts";
import type { MirrorDirectory } from "./program/mirror-directory.ts";
import { fetchWork } from "./refs/fetch.ts";
import { removeStaleFilledLock } from "./refs/filled-lock.ts";
import { type HeldLock, holdLock } from "./refs/hold-lock.ts";
import { type LocatedRepository, locateRepository } from "./refs/locate-repository.ts";
import { clearMark, isMarked, markMove } from "./refs/move-mark.ts";
import { readBranch } from "./refs/read-ref.ts";
import { withRepository } from "./refs/repository-mutex.ts";
import { swapBranch } from "./refs/swap-ref.ts";
import { type CheckoutLocation, checkedOutAt } from "./worktree/checked-out-at.ts";
import { findOverwrittenFiles } from "./worktree/inspect-worktree.ts";
import { requireLinks } from "./worktree/require-links.ts";
import { changeBetween, type TreeChange } from "./worktree/tree-change.ts";
import { updateWorktree } from "./worktree/update-worktree.ts";

/** A move of a branch, and the worktrees that have it checked out. */
type Move = TargetMove & {
  mirror: MirrorDirectory;
  located: LocatedRepository;
  places: readonly LockedPlace[];
  /** The change to the worktrees; null if there are none. */
  change: TreeChange | null;
};

/** A checkout with its lock. Without the lock, another process is working there. */
type LockedPlace = CheckoutLocation & { lock: HeldLock | null };

/**
 * Moves a branch of the user's repository from one commit to a descendant, or reports the commit
 * that another process moved it to.
 *
 * Updates the worktrees that have it checked out. Files that the move changes must match one of the
 * two commits; other files stay unchanged. The indexes are locked during the check, the move and
 * the update. After a crash, the same call continues the update.
 */
export async function moveTarget(
  mirror: MirrorDirectory,
  repository: Repository,
  move: TargetMove,
): Promise<MoveOutcome> {
  const located = await locateRepository(repository.path);
  return await withRepository(located.common, async () => {
    await removeStaleFilledLock(
      join(located.common, `${branchRef(move.branch)}.lock`),
      located.common,
    );
    const current = await readBranch(located, move.branch);
    if (current !== move.next && current !== move.expected) {
      return await sayOvertaken(mirror, repository, { move, actual: current });
    }
    await requireDescendant(mirror, move);
    return await moveLocked(mirror, located, { move, isMoved: current === move.next });
  });
}

/** Lists the worktrees that would block a move of the branch to a tree. Takes no lock. */
export async function findBlockedWorktrees(
  mirror: MirrorDirectory,
  repository: Repository,
  { branch, expected, tree }: { branch: string; expected: string; tree: string },
): Promise<BlockedWorktree[]> {
  const located = await locateRepository(repository.path);
  const places = await checkedOutAt(located, branchRef(branch));
  if (places.length === 0) return [];
  const change = await changeOf(mirror, { expected, next: tree });
  return await blockedOnes({ mirror, change }, places);
}

/** Moves the branch while holding the index locks of all worktrees that have it checked out. */
async function moveLocked(
  mirror: MirrorDirectory,
  located: LocatedRepository,
  { move, isMoved }: { move: TargetMove; isMoved: boolean },
): Promise<MoveOutcome> {
  const places: LockedPlace[] = [];
  try {
    for (const place of await checkedOutAt(located, branchRef(move.branch))) {
      places.push({ ...place, lock: await holdLock(join(place.located.gitDir, "index.lock")) });
    }
    const change = places.length === 0 ? null : await changeOf(mirror, move);
    const all = { ...move, mirror, located, places, change };
    return isMoved ? await finish(all) : await begin(all);
  } finally {
    for (const { lock } of places) await lock?.release();
  }
}

async function begin(move: Move): Promise<MoveOutcome> {
  const worktrees = await blockedOnes(move, move.places);
  if (worktrees.length > 0) return { outcome: "dirty", worktrees };
  const { mirror, located, expected, next, places, isCopied } = move;
  if (move.change !== null) await requireLinks(mirror, move.change.written.values());
  boundary("move.locked");
  if (isCopied !== true)
    await copyOutOfMirror(mirror, located.common, { commit: next, known: expected });
  boundary("move.copied");
  for (const place of places) await markMove(place.located.gitDir, move);
  boundary("move.marked");
  const swap = await swapBranch(located, move);
  boundary("move.swapped");
  if (swap.swapped) {
    await bringAll(move, places);
    return { outcome: "moved" };
  }
  for (const place of places) await clearMark(place.located.gitDir);
  return { outcome: "lost_race", actual: swap.actual };
}

/**
 * Finishes a move whose branch has already moved: updates the worktrees that still have its mark.
 */
async function finish(move: Move): Promise<MoveOutcome> {
  const behind: LockedPlace[] = [];
  for (const place of move.places)
    if (await isMarked(place.located.gitDir, move)) behind.push(place);
  const worktrees = await blockedOnes(move, behind);
  if (worktrees.length > 0) return { outcome: "dirty", worktrees };
  await bringAll(move, behind);
  return { outcome: "moved" };
}

async function bringAll({ mirror, change }: Move, places: readonly LockedPlace[]): Promise<void> {
  if (change === null) return;
  for (const place of places) {
    await updateWorktree(mirror, place, change);
    await clearMark(place.located.gitDir);
  }
}

async function blockedOnes(
  { mirror, change }: Pick<Move, "mirror" | "change">,
  places: readonly (CheckoutLocation & { lock?: HeldLock | null })[],
): Promise<BlockedWorktree[]> {
  const found: BlockedWorktree[] = [];
  for (const place of places) {
    const busy = place.midway ?? (place.lock === null ? "index.lock" : null);
    const blocking = change === null ? [] : await findOverwrittenFiles(mirror, place, change);
    const paths = busy === null ? blocking : [`.git/${busy}`, ...blocking];
    if (paths.length > 0) found.push({ path: place.located.root, paths });
  }
  return found;
}

async function changeOf(
  mirror: MirrorDirectory,
  { expected, next }: Pick<TargetMove, "expected" | "next">,
): Promise<TreeChange> {
  return changeBetween(await listTree(mirror, expected), await listTree(mirror, next));
}

/** Returns success if a later commit already builds on our move, so that a retry succeeds. */
async function sayOvertaken(
  mirror: MirrorDirectory,
  repository: Repository,
  { move, actual }: { move: TargetMove; actual: string | null },
): Promise<MoveOutcome> {
  const lost = { outcome: "lost_race", actual } as const;
  const tip = await fetchWork(mirror, repository, { branch: move.branch }).catch(() => null);
  if (tip === null) return lost;
  return (await isAncestor(mirror, move.next, tip.commit)) ? { outcome: "moved" } : lost;
}

async function requireDescendant(
  mirror: MirrorDirectory,
  { expected, next, isSuperseded }: TargetMove,
): Promise<void> {
  if (isSuperseded !== true && !(await isAncestor(mirror, expected, next))) {
    throw new CountersignError("invalid_input", "The target may only move forward");
  }
}

async function isAncestor(mirror: MirrorDirectory, one: string, other: string): Promise<boolean> {
  const relation = await relateCommits(mirror, one, other);
  if (relation !== null) return relation.bases[0] === objectId(one);
  const { code } = await mirror.run(
    ["merge-base", "--is-ancestor", objectId(one), objectId(other)],
    { answers: [0, 1] },
  );
  return code === 0;
}
