import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { basename, join } from "node:path";

/** No login is larger; what is larger is not read. */
const MAX_BYTES = 1_048_576;

/** The text of a file; null for one that is not there, is too large, or is anything but a file. */
export async function readIfThere(path: string): Promise<string | null> {
  // A pipe is opened without waiting for somebody to write to it.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    const found = await handle.stat();
    return found.isFile() && found.size <= MAX_BYTES ? await handle.readFile("utf8") : null;
  } finally {
    await handle.close();
  }
}

/** The same for a file below a folder that others could write: no link on the way is followed. */
export async function readWithoutLinks(folder: string, below: string, name: string) {
  const expected = join(await realpath(folder), below, name);
  const real = await realpath(join(folder, below, name)).catch(() => null);
  return real === expected && basename(real) === basename(name) ? await readIfThere(real) : null;
}

/** The value of a JSON text; null for any other. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
