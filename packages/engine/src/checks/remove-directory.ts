import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const OWNER_MAY_ALL = 0o700;

/** Removes a directory, also one whose owner may not enter it: a command can leave such things behind. */
export async function removeDirectory(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await openUp(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function openUp(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, OWNER_MAY_ALL);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await openUp(join(path, entry.name));
  }
}
