import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { CountersignError } from "@countersign/core";

const LINKS: ReadonlySet<string | undefined> = new Set(["ELOOP", "EMLINK"]);
const ABSENT: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR"]);
const DENIED: ReadonlySet<string | undefined> = new Set(["EACCES", "EPERM", "ENXIO"]);

/**
 * Reads a file with refs, byte for byte; null if it is missing or a directory.
 *
 * Git follows a link here, and treats a link to `refs/…` as an alias. This follows none: a link,
 * another special file or an oversized file is refused instead of counting as missing.
 */
export async function readRefFile(
  path: string,
  maxBytes: number,
  name: string,
): Promise<string | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (ABSENT.has(error.code)) return null;
    if (LINKS.has(error.code)) throw refuse(`${name} is a link`);
    if (DENIED.has(error.code)) throw refuse(`${name} cannot be opened`);
    throw error;
  });
  if (file === null) return null;
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) return null;
    if (!stats.isFile()) throw refuse(`${name} is not a file`);
    if (stats.size > maxBytes) throw refuse(`${name} is too large`);
    return await file.readFile("latin1");
  } finally {
    await file.close();
  }
}

function refuse(message: string): CountersignError {
  return new CountersignError("invalid_input", message, {
    hint: "Check what was put there, and remove it",
  });
}
