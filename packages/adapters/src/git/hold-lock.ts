import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { link, lstat, open, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { isAlive } from "@countersign/engine";
import { readSmallFile } from "./read-small-file.ts";

/** A file that keeps others out, git among them, until it is released. */
export type HeldLock = { release(): Promise<void> };

/** Nothing that we do under a lock takes as long. */
const LONGEST_MS = 30 * 60_000;

const MAX_TEXT = 1_000;
const OURS = /^countersign (\S+) ([0-9]{1,10}) ([0-9a-f-]{36})\n$/;

const heldHere = new Set<string>();

/** Takes a lock, or answers null while somebody else has it. One that a crash of ours left is taken over. */
export async function holdLock(path: string): Promise<HeldLock | null> {
  if (await isLeftBehind(path)) await clear(path);
  const id = randomUUID();
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(path, flags, 0o666).catch(alreadyLocked);
  if (file === null) return null;
  heldHere.add(id);
  await file
    .writeFile(`countersign ${hostname()} ${process.pid} ${id}\n`)
    .finally(() => file.close());
  return {
    release: async () => {
      heldHere.delete(id);
      await rm(path, { force: true });
    },
  };
}

async function isLeftBehind(path: string): Promise<boolean> {
  const [whole, host, pid, id = ""] = OURS.exec((await readSmallFile(path, MAX_TEXT)) ?? "") ?? [];
  if (whole === undefined) return false;
  if (await isOlderThan(path, LONGEST_MS)) return !heldHere.has(id);
  if (host !== hostname()) return false;
  return Number(pid) === process.pid ? !heldHere.has(id) : !isAlive(Number(pid));
}

/** Whether a file was last written so long ago; false when there is none. */
export async function isOlderThan(path: string, ageMs: number): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs > ageMs;
}

/** Of several who clear the same lock, none may remove what another has just taken. */
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

function alreadyLocked(error: NodeJS.ErrnoException): null {
  if (error.code === "EEXIST") return null;
  throw error;
}
