import { CountersignError } from "@countersign/core";
import { readFileIf } from "../paths/read-small-file.ts";

const LINKS: ReadonlySet<unknown> = new Set(["ELOOP", "EMLINK"]);
const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);
const DENIED: ReadonlySet<unknown> = new Set(["EACCES", "EPERM", "ENXIO"]);

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
  try {
    const bytes = readFileIf(path, (stats) => {
      if (stats.isDirectory()) return false;
      if (!stats.isFile()) throw refuse(`${name} is not a file`);
      if (stats.size > maxBytes) throw refuse(`${name} is too large`);
      return true;
    });
    return bytes?.toString("latin1") ?? null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (ABSENT.has(code)) return null;
    if (LINKS.has(code)) throw refuse(`${name} is a link`);
    if (DENIED.has(code)) throw refuse(`${name} cannot be opened`);
    throw error;
  }
}

function refuse(message: string): CountersignError {
  return new CountersignError("invalid_input", message, {
    hint: "Check what was put there, and remove it",
  });
}
