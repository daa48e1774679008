import { lstat, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Repository } from "@countersign/engine";
import { readSmallFile } from "../paths/read-small-file.ts";
import { clearDraftsOfGone } from "../refs/filled-lock.ts";
import { holdLock, removeStaleLock } from "../refs/hold-lock.ts";
import { locateRepository } from "../refs/locate-repository.ts";
import { clearMark } from "../refs/move-mark.ts";
import { INDEX_DRAFT } from "./worktree-index.ts";

const MAX_POINTER = 4_096;

/**
 * Removes the locks that our crashed processes left on a repository's checkouts.
 *
 * Our next process would take over such a lock, but there may be none, and an agent's git would
 * wait for a process that is gone.
 */
export async function clearLocks(repository: Repository): Promise<void> {
  const { common } = await locateRepository(repository.path);
  const linked = join(common, "worktrees");
  const names = await readdir(linked).catch(() => []);
  for (const folder of [common, ...names.map((name) => join(linked, name))])
    await clearIn(folder).catch(() => undefined); // it is missing or no folder
}

async function clearIn(folder: string): Promise<void> {
  await removeStaleLock(join(folder, "index.lock"));
  await clearDraftsOfGone(folder);
  await clearIndexDraft(folder);
  if (await isWorktreeGone(folder)) await clearMark(folder);
}

/**
 * Returns true if the directory of a linked worktree was removed, so there is nothing to finish.
 */
async function isWorktreeGone(folder: string): Promise<boolean> {
  const pointer = (await readSmallFile(join(folder, "gitdir"), MAX_POINTER))?.trimEnd();
  if (pointer === undefined) return false;
  return (await lstat(resolve(folder, pointer)).catch(() => null)) === null;
}

/** Removes the draft of an index that no process has locked. */
async function clearIndexDraft(folder: string): Promise<void> {
  const draft = join(folder, INDEX_DRAFT);
  if ((await lstat(draft).catch(() => null)) === null) return;
  const held = await holdLock(join(folder, "index.lock"));
  if (held === null) return;
  await rm(draft, { force: true }).finally(held.release);
}
