import { createHash, randomUUID } from "node:crypto";
import { linkSync, readdirSync, rmSync } from "node:fs";
import { link, lstat, readdir, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join, relative } from "node:path";
import { isRunning, PROCESS_NAME, processName } from "@countersign/engine";
import { createFile } from "../paths/create-file.ts";

/** Git's lock of a file, with the next content of the file. */
export type FilledLock = { release(): Promise<void> };

const OURS = new RegExp(`^countersign-lock-(${PROCESS_NAME})-([0-9a-f-]{36})-([0-9a-f]{12})-(.*)$`);
const HERE = encodeURIComponent(hostname());

const heldHere = new Set<string>();

/**
 * Takes git's lock of a file; null while another process has it.
 *
 * Such a lock contains only the file's next text, so it cannot name its owner. It is therefore
 * created as a hard link of a draft whose name does, which identifies a lock left by our crashed
 * process.
 */
export async function takeFilledLock(
  lock: string,
  text: string,
  folder: string,
): Promise<FilledLock | null> {
  await removeStaleFilledLock(lock, folder);
  const draft = newDraft(lock, folder);
  try {
    await createFile(draft.path, text, 0o666);
    if (linkUnlessLocked(draft.path, lock)) return draft;
  } catch (error) {
    await draft.release();
    throw error;
  }
  await draft.release();
  return null;
}

/** Returns a name beside the lock that names its owner and the lock. */
function newDraft(lock: string, folder: string): FilledLock & { path: string } {
  const id = randomUUID();
  const mark = markOf(lock, folder);
  const path = join(folder, `countersign-lock-${processName()}-${id}-${mark}-${HERE}`);
  heldHere.add(id);
  const release = async (): Promise<void> => {
    rmSync(path, { force: true });
    heldHere.delete(id);
  };
  return { path, release };
}

/** Identifies the drafts of one lock: each draft is judged beside its own lock. */
function markOf(lock: string, folder: string): string {
  return createHash("sha256").update(relative(folder, lock)).digest("hex").slice(0, 12);
}

/**
 * Removes the drafts that our crashed processes left for this lock, and the lock if it is one of
 * theirs.
 */
export async function removeStaleFilledLock(lock: string, folder: string): Promise<void> {
  for (const draft of await draftsLeftIn(folder, markOf(lock, folder))) {
    if (await areSame(draft, lock)) await clear(lock, { draft, folder });
    await rm(draft, { force: true }).catch(() => undefined); // not a file, so not ours
  }
}

/**
 * Removes the drafts of our crashed processes for all locks that are gone, because those may never
 * be taken again.
 */
export async function clearDraftsOfGone(folder: string): Promise<void> {
  const drafts = await draftsLeftIn(folder);
  if (drafts.length === 0) return;
  const locks = await locksIn(folder);
  for (const draft of drafts) {
    // A draft may be a hard link of a branch: the lock was renamed to it, and the crash kept the
    // draft.
    const file = await lstat(draft).catch(() => null);
    if (file?.isFile() && !locks.has(file.ino)) await rm(draft, { force: true });
  }
}

/** Lists the lock files of the folder and of its branches. */
async function locksIn(folder: string): Promise<Set<number>> {
  const refs = await readdir(join(folder, "refs"), { recursive: true }).catch(() => []);
  const names = [...(await readdir(folder)), ...refs.map((name) => join("refs", name))];
  const locks = names.filter((name) => name.endsWith(".lock"));
  const found = await Promise.all(locks.map((name) => lstat(join(folder, name)).catch(() => null)));
  return new Set(found.flatMap((file) => file?.ino ?? []));
}

/** Lists the drafts in a folder whose processes are gone, for one lock or for all. */
async function draftsLeftIn(folder: string, only?: string): Promise<string[]> {
  const names = readdirSync(folder).filter((name) => {
    const [, holder, id = "", mark, host] = OURS.exec(name) ?? [];
    if (holder === undefined || host !== HERE || mark !== (only ?? mark)) return false;
    return holder === processName() ? !heldHere.has(id) : !isRunning(holder);
  });
  return names.map((name) => join(folder, name));
}

/** Removes a stale lock. Concurrent callers never remove a lock that another has just taken. */
async function clear(
  lock: string,
  { draft, folder }: { draft: string; folder: string },
): Promise<void> {
  const aside = newDraft(lock, folder);
  const moved = await rename(lock, aside.path).then(
    () => true,
    () => false,
  );
  if (moved && !(await areSame(draft, aside.path)))
    await link(aside.path, lock).catch(() => undefined);
  await aside.release();
}

async function areSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => lstat(path).catch(() => null)));
  return !!a && !!b && a.ino === b.ino && a.dev === b.dev;
}

function linkUnlessLocked(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
