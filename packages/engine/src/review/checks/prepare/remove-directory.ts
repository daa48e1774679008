import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);

/**
 * Removes a directory, also one whose owner may not enter it or that is deeper than a path can be long: a
 * command can leave such things behind. The system's own programs walk without whole paths and follow no link.
 */
export async function removeDirectory(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await execute("/bin/chmod", ["-R", "u+rwX", "--", path]).catch(() => undefined);
    await execute("/bin/rm", ["-rf", "--", path]);
  }
}
