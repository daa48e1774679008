import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { LocatedRepository } from "./locate-repository.ts";
import { readPackedRefs } from "./packed-refs.ts";

/**
 * What makes git show another history than the objects hold, in words; null when nothing does.
 *
 * We read objects as they are. A person who looks with git would see something else than what we merge.
 */
export async function findAlteredHistory({ common }: LocatedRepository): Promise<string | null> {
  if (await hasReplacements(common))
    return "It has replace refs, so git shows other content than its commits hold. List them with git replace, and delete each with git replace -d <object>";
  if (await exists(join(common, "info", "grafts")))
    return "It has a file info/grafts, so git shows other parents than its commits have. Remove .git/info/grafts";
  return null;
}

async function hasReplacements(common: string): Promise<boolean> {
  const packed = await readPackedRefs(common);
  for (const name of packed.keys()) if (name.startsWith("refs/replace/")) return true;
  const folder = join(common, "refs", "replace");
  const loose = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent);
  return loose.some((entry) => !entry.isDirectory());
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(absent)) !== EMPTY;
}

const EMPTY: never[] = [];

function absent(error: NodeJS.ErrnoException): never[] {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return EMPTY;
  throw error;
}
