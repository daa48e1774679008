import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { readSmallFile } from "../git/paths/read-small-file.ts";

/** No login is larger; what is larger is not read. */
const MAX_BYTES = 1_048_576;

/** The text of a file; null for one that is not there, is too large, or is anything but a file. */
export async function readFileIfExists(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  return real === null ? null : await readSmallFile(real, MAX_BYTES).catch(() => null);
}

/** The same for a file below a folder that others could write: no link on the way is followed. */
export async function readWithoutLinks(folder: string, below: string, name: string) {
  const expected = join(await realpath(folder), below, name);
  const real = await realpath(join(folder, below, name)).catch(() => null);
  return real === expected ? await readFileIfExists(real) : null;
}

/** The value of a JSON text; null for any other. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
