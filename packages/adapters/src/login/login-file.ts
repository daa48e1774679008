import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { readSmallFile } from "../git/paths/read-small-file.ts";

/** Maximum size of a login file. Larger files are not read. */
const MAX_BYTES = 1_048_576;

/** Reads a text file; null if it is missing, too large or not a plain file. */
export async function readFileIfExists(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  return real === null ? null : await readSmallFile(real, MAX_BYTES).catch(() => null);
}

/** Reads a file below a folder that others can write to. Follows no link on the path. */
export async function readWithoutLinks(folder: string, below: string, name: string) {
  const expected = join(await realpath(folder), below, name);
  const real = await realpath(join(folder, below, name)).catch(() => null);
  return real === expected ? await readFileIfExists(real) : null;
}

/** Parses JSON; null if it is invalid. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
