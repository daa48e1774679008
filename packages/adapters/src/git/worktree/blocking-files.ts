import { readdir } from "node:fs/promises";
import { SUBMODULE, type TreeFile } from "../objects/list-tree.ts";
import { type BytePath, foldersAbove } from "../paths/byte-path.ts";
import { pathBelow, statsAt } from "./exact-files.ts";
import type { TreeChange } from "./tree-change.ts";

/**
 * Finds files at paths that a change adds and that the first tree does not contain, including
 * ignored ones.
 *
 * Files of the first tree do not block: the caller knows that they are saved.
 */
export async function findBlockingFiles(root: string, change: TreeChange): Promise<BytePath[]> {
  const found = new Set<BytePath>();
  for (const [path, file] of change.written) {
    const before = change.from.get(path);
    if (before !== undefined && before.mode !== SUBMODULE) continue;
    const blocked =
      (await aboveInTheWay(root, path, change)) ?? (await atPath(root, path, { file, change }));
    if (blocked !== null) found.add(blocked);
  }
  return [...found];
}

/** Returns the first parent of a path that is no folder or belongs to a submodule. */
async function aboveInTheWay(
  root: string,
  path: BytePath,
  { from }: TreeChange,
): Promise<BytePath | null> {
  for (const folder of foldersAbove(path)) {
    const stats = await statsAt(root, folder);
    if (stats === null) return null;
    if (!stats.isDirectory()) return from.has(folder) ? null : folder;
    const isSubmodule = from.get(folder)?.mode === SUBMODULE;
    if (isSubmodule && (await hasEntries(root, folder))) return folder;
  }
  return null;
}

async function atPath(
  root: string,
  path: BytePath,
  { file, change }: { file: TreeFile; change: TreeChange },
): Promise<BytePath | null> {
  const stats = await statsAt(root, path);
  if (stats === null) return null;
  if (!stats.isDirectory()) return path;
  return file.mode === SUBMODULE ? null : await unknownIn(root, path, change);
}

/** Returns the first entry of a folder that the change would not remove. */
async function unknownIn(
  root: string,
  folder: BytePath,
  change: TreeChange,
): Promise<BytePath | null> {
  for (const entry of await entriesOf(root, folder)) {
    const path = `${folder}/${entry.name.toString("latin1")}`;
    if (entry.isDirectory()) {
      if (!(await hasEntries(root, path))) return path;
      const inside = await unknownIn(root, path, change);
      if (inside !== null) return inside;
    } else if (!change.from.has(path) || change.to.has(path)) return path;
  }
  return null;
}

async function hasEntries(root: string, folder: BytePath): Promise<boolean> {
  return (await entriesOf(root, folder)).length > 0;
}

async function entriesOf(root: string, folder: BytePath) {
  return await readdir(pathBelow(root, folder), { withFileTypes: true, encoding: "buffer" });
}
