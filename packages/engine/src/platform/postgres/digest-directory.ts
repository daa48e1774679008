import { createHash, hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Number of files read concurrently. */
const AT_ONCE = 32;

/**
 * Computes one SHA-256 over the relative path and content of every regular file below a directory.
 *
 * Symbolic links are left out: whether they exist depends on the installer, and `completeLinks` checks them.
 */
export async function digestDirectory(directory: string): Promise<string> {
  const total = createHash("sha256");
  const paths = await listFiles(directory, "");
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const lines = await Promise.all(
      paths.slice(from, from + AT_ONCE).map((path) => digestLine(directory, path)),
    );
    for (const line of lines) total.update(line);
  }
  return total.digest("hex");
}

async function digestLine(directory: string, path: string): Promise<string> {
  return `${hash("sha256", await readFile(join(directory, path)))}  ${path}\n`;
}

/** Lists regular files with forward slashes, in byte order. */
async function listFiles(directory: string, prefix: string): Promise<string[]> {
  const entries = await readdir(join(directory, prefix), { withFileTypes: true });
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(directory, path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return nested.flat().toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
