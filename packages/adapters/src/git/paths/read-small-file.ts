import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * Reads a plain file up to a size; null if there is none.
 *
 * Does not follow links or wait for pipes, because the file is untrusted.
 */
export async function readSmallFile(path: string, maxBytes: number): Promise<string | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(absent);
  if (file === null) return null;
  try {
    const stats = await file.stat();
    return stats.isFile() && stats.size <= maxBytes ? await file.readFile("utf8") : null;
  } finally {
    await file.close();
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (["ENOENT", "ENOTDIR", "ELOOP", "EISDIR", "ENXIO"].includes(error.code ?? "")) return null;
  throw error;
}
