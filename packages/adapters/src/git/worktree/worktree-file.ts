import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import type { SkippedPath } from "@countersign/engine";

/** New files above this many are left out. */
export const MAX_NEW_FILES = 20_000;

const MAX_FILE_BYTES = 50 * 1024 * 1024;
const SLASH = "/".charCodeAt(0);

/** What becomes of a path of a worktree: git reads it, or it is gone, or it is left out. */
type Fate = "taken" | "gone" | SkippedPath["why"];

/** Tells the fate of paths, given as bytes, below one directory. */
export function createFateReader(root: string): (name: Buffer) => Promise<Fate> {
  const asked = new Map<string, Promise<boolean>>();
  const isLink = (folder: Buffer): Promise<boolean> => {
    const key = folder.toString("latin1");
    const answer = asked.get(key) ?? isLinkAt(root, folder);
    asked.set(key, answer);
    return answer;
  };
  return async (name) => {
    if (name.at(-1) === SLASH) return "nested_repository";
    const links = await Promise.all(foldersOf(name).map(isLink));
    return links.includes(true) ? "gone" : fateOf(await statOf(root, name));
  };
}

function fateOf(stats: Stats | null): Fate {
  if (stats === null || stats.isDirectory()) return "gone";
  if (stats.isSymbolicLink()) return "taken";
  if (!stats.isFile()) return "not_a_file";
  return stats.size > MAX_FILE_BYTES ? "too_large" : "taken";
}

/** A file whose folder became a link is no longer in the worktree, whatever the link leads to. */
function foldersOf(name: Buffer): Buffer[] {
  const folders: Buffer[] = [];
  for (let at = name.indexOf(SLASH); at !== -1; at = name.indexOf(SLASH, at + 1)) {
    folders.push(name.subarray(0, at));
  }
  return folders;
}

async function isLinkAt(root: string, folder: Buffer): Promise<boolean> {
  return (await statOf(root, folder))?.isSymbolicLink() ?? false;
}

async function statOf(root: string, name: Buffer): Promise<Stats | null> {
  return await lstat(Buffer.concat([Buffer.from(`${root}/`), name])).catch(() => null);
}
