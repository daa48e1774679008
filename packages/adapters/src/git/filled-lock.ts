import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { link, lstat, open, readdir, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join, relative } from "node:path";
import { isRunning, processName } from "@countersign/engine";

/** Git's own lock of a file, which already holds what the file shall hold. */
export type FilledLock = { release(): Promise<void> };

const OURS = /^countersign-lock-([0-9]{1,10}\.[0-9]*)-([0-9a-f-]{36})-([0-9a-f]{12})-(.*)$/;
const HERE = encodeURIComponent(hostname());

const heldHere = new Set<string>();

/**
 * Takes git's lock of a file, or answers null while somebody else has it.
 *
 * Such a lock holds the file's next text and nothing else, so it cannot say whose it is. It is therefore
 * made as a second name of a draft whose own name does: one that a crash of ours left is known by it.
 */
export async function takeFilledLock(
  lock: string,
  text: string,
  folder: string,
): Promise<FilledLock | null> {
  await clearLeftBehind(lock, folder);
  const id = randomUUID();
  const draft = join(
    folder,
    `countersign-lock-${processName()}-${id}-${markOf(lock, folder)}-${HERE}`,
  );
  heldHere.add(id);
  const release = async (): Promise<void> => {
    await rm(draft, { force: true });
    heldHere.delete(id);
  };
  try {
    await fill(draft, text);
    if (await link(draft, lock).then(() => true, alreadyLocked)) return { release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}

async function fill(draft: string, text: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(draft, flags, 0o666);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Tells the drafts of one lock from those of the others: each may only be judged beside its own. */
function markOf(lock: string, folder: string): string {
  return createHash("sha256").update(relative(folder, lock)).digest("hex").slice(0, 12);
}

/** Removes what crashes of ours left of this lock, and the lock itself if it is left of one. */
export async function clearLeftBehind(lock: string, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, holder, id = "", mark, host] = OURS.exec(name) ?? [];
    if (holder === undefined || host !== HERE || mark !== markOf(lock, folder)) continue;
    const isHeld = holder === processName() ? heldHere.has(id) : isRunning(holder);
    if (isHeld) continue;
    const draft = join(folder, name);
    if (await areSame(draft, lock)) await clear(lock, draft);
    await rm(draft, { force: true }).catch(() => undefined); // not a file: none of ours
  }
}

/** Of several who clear the same lock, none may remove what another has just taken. */
async function clear(lock: string, draft: string): Promise<void> {
  const aside = `${draft}-aside`;
  const moved = await rename(lock, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if (!(await areSame(draft, aside))) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

async function areSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => lstat(path).catch(() => null)));
  return !!a && !!b && a.ino === b.ino && a.dev === b.dev;
}

function alreadyLocked(error: NodeJS.ErrnoException): false {
  if (error.code === "EEXIST") return false;
  throw error;
}
