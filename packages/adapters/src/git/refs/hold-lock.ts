import { randomUUID } from "node:crypto";
import { link, lstat, readdir, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isRunning, PROCESS_NAME, processName } from "@countersign/engine";
import { readSmallFile } from "../paths/read-small-file.ts";

/** A lock file that excludes other processes, including git, until it is released. */
export type HeldLock = { release(): Promise<void> };

/** Longer than any work under a lock, in milliseconds. */
const LONGEST_MS = 30 * 60_000;

const MAX_TEXT = 1_000;
const OURS = new RegExp(`^countersign (\\S+) (${PROCESS_NAME}) ([0-9a-f-]{36})\n$`);
const DRAFT = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const heldHere = new Set<string>();

/**
 * Takes a lock; null while another process has it. Takes over a lock left by our crashed process.
 *
 * The lock is written under another name first, because an empty one would look like git's and
 * could not be taken over.
 */
export async function holdLock(path: string): Promise<HeldLock | null> {
  await removeStaleLock(path);
  const id = randomUUID();
  const draft = `${path}.${id}`;
  heldHere.add(id);
  const isTaken = await writeFile(draft, textOf(id), { flag: "wx" })
    .then(() => link(draft, path))
    .then(() => true, alreadyLocked)
    .finally(() => rm(draft, { force: true }));
  if (!isTaken) {
    heldHere.delete(id);
    return null;
  }
  return {
    release: async () => {
      heldHere.delete(id);
      await rm(path, { force: true });
    },
  };
}

/** Removes a lock of our crashed process, and its drafts. */
export async function removeStaleLock(path: string): Promise<void> {
  await clearDrafts(path);
  if (await isLeftBehind(path)) await clear(path);
}

function textOf(id: string): string {
  return `countersign ${hostname()} ${processName()} ${id}\n`;
}

/** Removes the drafts that crashes left while taking or clearing this lock. */
async function clearDrafts(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !DRAFT.test(name)) continue;
    if (await isLeftBehind(join(folder, name))) await rm(join(folder, name), { force: true });
  }
}

async function isLeftBehind(path: string): Promise<boolean> {
  const [whole, host, holder = "", id = ""] =
    OURS.exec((await readSmallFile(path, MAX_TEXT)) ?? "") ?? [];
  if (whole === undefined) return false;
  if (await isOlderThan(path, LONGEST_MS)) return !heldHere.has(id);
  if (host !== hostname()) return false;
  return holder === processName() ? !heldHere.has(id) : !isRunning(holder);
}

/** Returns true if a file was last written longer ago than this; false if it is missing. */
export async function isOlderThan(path: string, ageMs: number): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs > ageMs;
}

/** Removes a stale lock. Concurrent callers never remove a lock that another has just taken. */
async function clear(path: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  if (
    !(await rename(path, aside).then(
      () => true,
      () => false,
    ))
  )
    return;
  if (!(await isLeftBehind(aside))) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

function alreadyLocked(error: NodeJS.ErrnoException): false {
  if (error.code === "EEXIST") return false;
  throw error;
}
