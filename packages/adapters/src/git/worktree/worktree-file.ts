import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import type { SkippedPath } from "@countersign/engine";

/** Maximum number of new files; the rest is left out. */
export const MAX_NEW_FILES = 20_000;

const MAX_FILE_BYTES = 50 * 1024 * 1024;
const SLASH = "/".charCodeAt(0);

/** Whether a path of a worktree is read, is gone, or is left out. */
type Fate = "taken" | "gone" | SkippedPath["why"];

/** Returns a function that classifies the paths below one directory. */
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

/**
 * Returns the parent folders of a file. A file behind a linked folder is not part of the worktree.
 */
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
