import { lstat, readdir, readFile, readlink, symlink } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { hasCode } from "./has-code.ts";

/** Lists the links that a package of PostgreSQL programs needs. Paths are relative to the package. */
const LIST = "pg-symlinks.json";
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the library links that the package lists. The package's install script does the same, but npm and
 * pnpm do not run such scripts by default.
 *
 * Returns the links that may load unreleased libraries: any that are not in the list.
 */
export async function completeLinks(directory: string): Promise<string[]> {
  const listed = await readLinks(directory);
  for (const [path, text] of listed) await createLink(path, text);
  const foreign: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await readlink(path)) !== listed.get(path)) foreign.push(path);
  }
  return foreign;
}

/** Reads the target of each link by its path. */
async function readLinks(directory: string): Promise<Map<string, string>> {
  const inPackage = (path: string) => resolve(directory, "..", path);
  const list = Links.parse(JSON.parse(await readFile(join(directory, LIST), "utf8")));
  return new Map(
    list.map(({ source, target }) => {
      const path = inPackage(target);
      return [path, relative(dirname(path), inPackage(source))];
    }),
  );
}

async function createLink(path: string, text: string): Promise<void> {
  if (await lstat(path).catch(() => null)) return;
  try {
    await symlink(text, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error; // another process was faster
  }
}
