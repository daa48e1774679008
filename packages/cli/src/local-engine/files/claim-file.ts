import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const OWNER_ONLY = 0o600;
const GUARD_POLL_MS = 20;
/** A removal takes a few milliseconds. */
const GUARD_MS = 2_000;

/**
 * Makes a file that keeps others out; false while there is one.
 *
 * It is written under another name first, so that no reader ever sees it without its text, also on a full disk.
 */
export async function claimFile(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { flag: "wx", mode: OWNER_ONLY });
    await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes a file that a process left behind. One that another process made in the meantime stays.
 *
 * One process at a time looks and removes: a file must not go between the look of one and the removal of another.
 */
export async function removeClaim(file: string, text: string): Promise<void> {
  const guard = `${file}.removal`;
  for (let waited = 0; !(await claimFile(guard, "")); waited += GUARD_POLL_MS) {
    // A process that was killed in the middle of a removal has left its guard.
    if (waited >= GUARD_MS) await rm(guard, { force: true });
    await sleep(GUARD_POLL_MS);
  }
  try {
    const now = await readFile(file, "utf8").catch(() => null);
    if (now === text) await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}
