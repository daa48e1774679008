import { CountersignError } from "@countersign/core";
import type { ListedEntry } from "../format/object-cache.ts";
import { FOLDER, type TreeEntries } from "../format/parse-tree.ts";
import { type BytePath, displayPath, isSafePath, MAX_PATH } from "../paths/byte-path.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { readObjectInfo, readTrees, resolveTree } from "./read-objects.ts";

/** A file, link or submodule of a tree; a submodule has no size. */
export type TreeFile = { mode: string; id: string; size: number };

/** All files of a tree by path, in git's order. */
export type Listing = ReadonlyMap<BytePath, TreeFile>;

export const SUBMODULE = "160000";
export const LINK = "120000";

/** A few trees can expand to millions of paths, so entries are counted before they are listed. */
const MAX_ENTRIES = 500_000;

/** Lists a tree or a commit's tree. Refuses paths that would be written outside the folder. */
export async function listTree(mirror: MirrorDirectory, treeish: string): Promise<Listing> {
  const files = await listTreeEntries(mirror, treeish);
  const blobs = new Set(files.filter(([, { mode }]) => mode !== SUBMODULE).map(([, { id }]) => id));
  const sizes = new Map<string, number>();
  for (const info of await readObjectInfo(mirror, [...blobs])) {
    if (info === null) throw new CountersignError("not_found", "The mirror is missing a file");
    sizes.set(info.id, info.size);
  }
  return new Map(
    files.map(([path, { mode, id }]) => [path, { mode, id, size: sizes.get(id) ?? 0 }]),
  );
}

/** Lists the paths of all files of a tree or commit, as display text. */
export async function listPaths(mirror: MirrorDirectory, treeish: string): Promise<string[]> {
  const files = await listTreeEntries(mirror, treeish);
  return files.map(([path]) => displayPath(path));
}

type Folder = { path: BytePath; id: string };

/** Lists the files of a tree or commit without their sizes. */
export async function listTreeEntries(
  mirror: MirrorDirectory,
  treeish: string,
): Promise<readonly ListedEntry[]> {
  const root = await resolveTree(mirror, treeish);
  const known = mirror.cache.listings.get(root);
  if (known !== undefined) return known;
  const entries = await readEntries(mirror, root);
  mirror.cache.listings.set(root, entries);
  return entries;
}

/** Reads the folders level by level, those of one depth together. */
async function readEntries(mirror: MirrorDirectory, root: string): Promise<ListedEntry[]> {
  const files: ListedEntry[] = [];
  let left = MAX_ENTRIES;
  let level: Folder[] = [{ path: "", id: root }];
  while (level.length > 0) {
    const entries = await entriesIn(mirror, level, left);
    left -= entries.length;
    for (const entry of entries) if (entry[1].mode !== FOLDER) files.push(entry);
    const folders = entries.filter(([, { mode }]) => mode === FOLDER);
    level = folders.map(([path, { id }]) => ({ path, id }));
  }
  return files.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}

async function entriesIn(
  mirror: MirrorDirectory,
  folders: readonly Folder[],
  most: number,
): Promise<ListedEntry[]> {
  const trees = await readTrees(
    mirror,
    folders.map(({ id }) => id),
  );
  const count = folders.reduce((sum, { id }) => sum + (trees.get(id)?.size ?? 0), 0);
  if (count > most) throw tooLarge();
  for (const tree of trees.values()) requireSafe(tree);
  return folders.flatMap(({ path: folder, id }) =>
    [...(trees.get(id) ?? [])].map(([name, entry]): ListedEntry => {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (path.length > MAX_PATH) throw unsafe();
      return [path, entry];
    }),
  );
}

/** Trees that are known to have safe names only. */
const safe = new WeakSet<TreeEntries>();

function requireSafe(tree: TreeEntries): void {
  if (safe.has(tree)) return;
  for (const name of tree.keys()) if (!isSafePath(name)) throw unsafe();
  safe.add(tree);
}

function tooLarge(): CountersignError {
  return new CountersignError("too_large", "The tree has too many files");
}

export function isSameFile(one: TreeFile | undefined, other: TreeFile | undefined): boolean {
  return one?.mode === other?.mode && one?.id === other?.id;
}

function unsafe(): CountersignError {
  return new CountersignError("invalid_input", "The tree has names that no folder should get");
}
