import { writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Creates a new file that only its owner can read, and returns its path. */
export async function createPrivateFile(path: string, text: string): Promise<string> {
  const whole =
    path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : resolve(path);
  try {
    await writeFile(whole, text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw isThere ? new Error(`${whole} is there already`) : error;
  }
  return whole;
}
