import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";

const OWNER_ONLY = 0o600;

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

/** Removes a file that a process left behind. One that another process made in the meantime stays. */
export async function removeClaim(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  const isMoved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!isMoved) return;
  if ((await readFile(aside, "utf8")) !== text) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}
