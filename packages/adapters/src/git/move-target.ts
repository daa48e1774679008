import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import type { MoveOutcome, Repository, TargetMove } from "@countersign/engine";
import { boundary } from "./boundary.ts";
import { bringAlong } from "./bring-along.ts";
import { checkedOutAt, type Place } from "./checked-out-at.ts";
import { relate } from "./commit-graph.ts";
import { copyOutOfMirror } from "./copy-objects.ts";
import { fetchWork } from "./fetch.ts";
import { clearLeftBehind } from "./filled-lock.ts";
import { type HeldLock, holdLock } from "./hold-lock.ts";
import { inTurn } from "./in-turn.ts";
import { findDirt, isIndexAt } from "./inspect-worktree.ts";
import { listTree } from "./list-tree.ts";
import { type Located, locateRepository } from "./locate-repository.ts";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { branchRef, objectId } from "./names.ts";
import { readBranch } from "./read-ref.ts";
import { requireLinks } from "./require-links.ts";
import { swapBranch } from "./swap-ref.ts";
import { changeBetween, type TreeChange } from "./tree-change.ts";

/** One move: where, from what to what, and the worktrees that have the branch. */
type Move = TargetMove & {
  mirror: MirrorDirectory;
  located: Located;
  places: readonly LockedPlace[];
  /** What the worktrees need; null where there are none. */
  change: TreeChange | null;
};

/** Without a lock, somebody else is at work there. */
type LockedPlace = Place & { lock: HeldLock | null };

type Dirty = { path: string; paths: string[] };

/**
 * Moves a branch of the user's repository from one commit to a descendant, or says who was faster.
 *
 * Worktrees that have it checked out must be exactly clean; their indexes are locked while it is looked,
 * moved and written. If we end in between, the same call goes on where the files were left.
 */
export async function moveTarget(
  mirror: MirrorDirectory,
  repository: Repository,
  move: TargetMove,
): Promise<MoveOutcome> {
  const located = await locateRepository(repository.path);
  return await inTurn(located.common, async () => {
    await clearLeftBehind(join(located.common, `${branchRef(move.branch)}.lock`), located.common);
    const current = await readBranch(located, move.branch);
    if (current !== move.next && current !== move.expected) {
      return await sayOvertaken(mirror, repository, { move, actual: current });
    }
    await requireDescendant(mirror, move);
    const places: LockedPlace[] = [];
    try {
      for (const place of await checkedOutAt(located, branchRef(move.branch))) {
        places.push({ ...place, lock: await holdLock(join(place.located.gitDir, "index.lock")) });
      }
      const change = places.length === 0 ? null : await changeOf(mirror, move);
      const all = { ...move, mirror, located, places, change };
      return current === move.next ? await finish(all) : await begin(all);
    } finally {
      for (const { lock } of places) await lock?.release();
    }
  });
}

async function begin(move: Move): Promise<MoveOutcome> {
  const worktrees = await dirtyOnes(move, false);
  if (worktrees.length > 0) return { outcome: "dirty", worktrees };
  const { mirror, located, expected, next } = move;
  if (move.change !== null) await requireLinks(mirror, move.change.written.values());
  boundary("move.locked");
  await copyOutOfMirror(mirror, located.common, { commit: next, known: expected });
  boundary("move.copied");
  const swap = await swapBranch(located, move);
  boundary("move.swapped");
  if (!swap.swapped) return { outcome: "lost_race", actual: swap.actual };
  await bringAll(move, move.places);
  return { outcome: "moved" };
}

/** The branch is there already. Worktrees whose index is not were left in between. */
async function finish(move: Move): Promise<MoveOutcome> {
  const behind: LockedPlace[] = [];
  for (const place of move.places) {
    if (move.change === null || !(await isIndexAt(move.mirror, place, move.change.from))) continue;
    if (!(await isIndexAt(move.mirror, place, move.change.to))) behind.push(place);
  }
  const worktrees = await dirtyOnes({ ...move, places: behind }, true);
  if (worktrees.length > 0) return { outcome: "dirty", worktrees };
  await bringAll(move, behind);
  return { outcome: "moved" };
}

async function bringAll({ mirror, change }: Move, places: readonly LockedPlace[]): Promise<void> {
  for (const place of places) if (change !== null) await bringAlong(mirror, place, change);
}

async function dirtyOnes({ mirror, places, change }: Move, resumed: boolean): Promise<Dirty[]> {
  const found: Dirty[] = [];
  for (const place of places) {
    const busy = place.midway ?? (place.lock === null ? "index.lock" : null);
    const dirt = change === null ? [] : await findDirt(mirror, place, { change, resumed });
    const paths = busy === null ? dirt : [`.git/${busy}`, ...dirt];
    if (paths.length > 0) found.push({ path: place.located.root, paths });
  }
  return found;
}

async function changeOf(
  mirror: MirrorDirectory,
  { expected, next }: TargetMove,
): Promise<TreeChange> {
  return changeBetween(await listTree(mirror, expected), await listTree(mirror, next));
}

/** Somebody may have built on our move already: then it was made, and a repeat must say so. */
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
  { expected, next }: TargetMove,
): Promise<void> {
  if (!(await isAncestor(mirror, expected, next))) {
    throw new CountersignError("invalid_input", "The target may only move forward");
  }
}

async function isAncestor(mirror: MirrorDirectory, one: string, other: string): Promise<boolean> {
  const relation = await relate(mirror, one, other);
  if (relation !== null) return relation.bases[0] === objectId(one);
  const { code } = await mirror.run(
    ["merge-base", "--is-ancestor", objectId(one), objectId(other)],
    { answers: [0, 1] },
  );
  return code === 0;
}
