import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import type { Pinned, Repository, ResetOutcome, Snapshot, WorkReset } from "@countersign/engine";
import { copyOutOfMirror } from "../copy/copy-objects.ts";
import { readCheckpoint, saveCheckpoint } from "../objects/checkpoints.ts";
import { isSameFile, type Listing, listTree } from "../objects/list-tree.ts";
import { resolveTree } from "../objects/read-objects.ts";
import { type BytePath, displayPath, foldersAbove, pathBytes } from "../paths/byte-path.ts";
import { objectId } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { type HeldLock, holdLock, isOlderThan } from "../refs/hold-lock.ts";
import {
  type LocatedRepository,
  locateRepository,
  locateWorktree,
} from "../refs/locate-repository.ts";
import { readWorktreeHead } from "../refs/read-ref.ts";
import { withRepository } from "../refs/repository-mutex.ts";
import { findBlockingFiles } from "./blocking-files.ts";
import { exactFilesIn } from "./exact-files.ts";
import { requireLinks } from "./require-links.ts";
import { resetHead } from "./reset-head.ts";
import { snapshotWork } from "./snapshot.ts";
import { changeBetween, type TreeChange } from "./tree-change.ts";
import { replaceIndex } from "./worktree-index.ts";
import { removeFiles, writeTreeFiles } from "./write-files.ts";

const LOCK_TRIES = 20;
const LOCK_PAUSE_MS = 250;
const LOCK_LEFT_MS = 30 * 60_000;

/**
 * Saves the whole worktree as a checkpoint, then checks out another commit.
 *
 * The checkpoint contains every file that would be overwritten or removed, including ignored ones.
 * Files that cannot be saved stay, and if one blocks the reset, nothing changes. A retry after a
 * crash finishes the reset without saving the half-finished state over the work, and leaves later
 * work alone.
 */
export async function resetWork(
  mirror: MirrorDirectory,
  repository: Repository,
  reset: WorkReset,
): Promise<ResetOutcome> {
  const { common } = await locateRepository(repository.path);
  return await withRepository(common, async () => {
    const located = await locateWorktree(repository.path, reset.worktree).catch(gone);
    if (located === null) return { outcome: "gone" };
    const to = await listTree(mirror, await resolveTree(mirror, reset.to));
    await requireLinks(mirror, to.values());
    const lock = await waitForLock(located);
    try {
      const head = await readWorktreeHead(located);
      const snapshot = await snapshotWork(mirror, repository, reset.worktree, pathsTo(to));
      const work = await listTree(mirror, snapshot.tree);
      const change = changeBetween(work, to);
      await requireKept(located, snapshot, change);
      const before = await readCheckpoint(mirror, reset.keepAs);
      const isHalf = before !== null && (await isHalfOf(mirror, located, { before, change }));
      if (before !== null && !isHalf && head === objectId(reset.to))
        return { outcome: "reset", kept: before }; // the reset is complete, and new work followed
      const kept = isHalf ? before : await keepWork(mirror, reset, snapshot);
      await copyOutOfMirror(mirror, located.common, { commit: reset.to, known: head });
      await resetHead(mirror, { repository, located, from: head, to: objectId(reset.to) });
      await replaceFiles(mirror, located, { snapshot, change });
      await replaceIndex(mirror, located, reset.to);
      return { outcome: "reset", kept };
    } finally {
      await lock.release();
    }
  });
}

/** Lists the new files and their parent folders, which could block them. */
function pathsTo(to: Listing): Buffer[] {
  const paths = new Set([...to.keys(), ...[...to.keys()].flatMap(foldersAbove)]);
  return [...paths].map(pathBytes);
}

/** Refuses the reset before any change if a file would be lost that is not in the snapshot. */
async function requireKept(
  { root }: LocatedRepository,
  { skipped }: Snapshot,
  change: TreeChange,
): Promise<void> {
  const unkept = new Set(skipped.filter(({ why }) => why !== "not_a_file").map(({ path }) => path));
  const holds = exactFilesIn(root);
  const lost = await findBlockingFiles(root, change);
  for (const [path, file] of change.to) {
    if (unkept.has(displayPath(path)) && !(await holds(path, file))) lost.push(path);
  }
  const [first] = lost;
  if (first !== undefined) {
    throw new CountersignError("invalid_input", "Something in the worktree cannot be kept", {
      hint: `Move ${displayPath(first)} out of the worktree`,
    });
  }
}

async function keepWork(
  mirror: MirrorDirectory,
  { keepAs }: WorkReset,
  { commit, tree }: Snapshot,
): Promise<Pinned> {
  await saveCheckpoint(mirror, keepAs, commit);
  return { commit, tree };
}

/**
 * Returns true if every path matches the saved state or the new one, as after an interrupted reset.
 */
async function isHalfOf(
  mirror: MirrorDirectory,
  { root }: LocatedRepository,
  { before, change: { from, to } }: { before: Pinned; change: TreeChange },
): Promise<boolean> {
  const kept = await listTree(mirror, before.tree);
  const holds = exactFilesIn(root);
  const isKnown = async (path: BytePath): Promise<boolean> => {
    const now = from.get(path);
    const isOld = isSameFile(now, kept.get(path)) || isSameFile(now, to.get(path));
    return isOld || (await holds(path, to.get(path)));
  };
  for (const path of from.keys()) if (!(await isKnown(path))) return false;
  return true;
}

async function replaceFiles(
  mirror: MirrorDirectory,
  { root }: LocatedRepository,
  { snapshot, change }: { snapshot: Snapshot; change: TreeChange },
): Promise<void> {
  const unkept = new Set(snapshot.skipped.map(({ path }) => path));
  const holds = exactFilesIn(root);
  const paths = change.removed.filter((path) => !unkept.has(displayPath(path)));
  await removeFiles(root, { paths, may: async () => true });
  const files = new Map<BytePath, NonNullable<ReturnType<Listing["get"]>>>();
  for (const [path, file] of change.to) if (!(await holds(path, file))) files.set(path, file);
  await writeTreeFiles(mirror, root, { files, may: async () => true });
}

/** Waits while an agent's git holds the lock. An old lock belongs to a git that was killed. */
async function waitForLock({ gitDir }: LocatedRepository): Promise<HeldLock> {
  const path = join(gitDir, "index.lock");
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    if (await isOlderThan(path, LOCK_LEFT_MS)) await rm(path, { force: true });
    const lock = await holdLock(path);
    if (lock !== null) return lock;
    await after(LOCK_PAUSE_MS);
  }
  throw new CountersignError("upstream_failed", "Git is running in the worktree", {
    hint: "If no git process is running there, remove the worktree's index.lock",
  });
}

function gone(error: unknown): null {
  if (error instanceof CountersignError && error.code === "not_found") return null;
  throw error;
}
