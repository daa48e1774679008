import { lstat, readdir, readFile, readlink, symlink } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { hasCode } from "./has-code.ts";

/** Which links a package of PostgreSQL programs needs; paths are relative to the package. */
const LIST = "pg-symlinks.json";
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Creates the links between libraries that the package lists. An install script of the package does the same, but
 * npm and pnpm run no such scripts by default.
 *
 * Answers with the links that may load other libraries than the released ones: any that the list does not have.
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

/** The text of each link by its path. */
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
