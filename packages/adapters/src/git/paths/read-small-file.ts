import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";

/** Does not follow links or wait for pipes, because the file is untrusted. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reads a plain file up to a size; null if there is none. */
export async function readSmallFile(path: string, maxBytes: number): Promise<string | null> {
  try {
    return (
      readFileIf(path, (stats) => stats.isFile() && stats.size <= maxBytes)?.toString() ?? null
    );
  } catch (error) {
    if (error instanceof Error && "code" in error && ABSENT.has(error.code)) return null;
    throw error;
  }
}

const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EISDIR", "ENXIO"]);

/** Reads a file that passes a test; null if it does not. Throws if it cannot be opened. */
export function readFileIf(path: string, test: (stats: Stats) => boolean): Buffer | null {
  const file = openSync(path, FLAGS);
  try {
    return test(fstatSync(file)) ? readFileSync(file) : null;
  } finally {
    closeSync(file);
  }
}
