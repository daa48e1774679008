import { CountersignError } from "@countersign/core";
import type { BlobRead } from "@countersign/engine";
import { FOLDER, type TreeEntries, type TreeEntry } from "../format/parse-tree.ts";
import { type BytePath, parentFolder, pathBaseName } from "../paths/byte-path.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { readObject, readObjectInfo, readTree, resolveTree } from "./read-objects.ts";

const FILE_MODES: ReadonlySet<string> = new Set(["100644", "100755", "120000"]);

/** Reads a blob up to a size limit. Checks its size first. */
export async function readBlob(
  mirror: MirrorDirectory,
  id: string,
  maxBytes: number,
): Promise<BlobRead> {
  const [info] = await readObjectInfo(mirror, [id]);
  if (info?.type !== "blob") {
    throw new CountersignError("not_found", `The mirror has no blob ${id}`);
  }
  if (info.size > maxBytes) return { size: info.size, bytes: null };
  return { size: info.size, bytes: await readObject(mirror, info) };
}

/** Reads a file of a tree by its path. Refuses directories and submodules. */
export async function readTreeFile(
  mirror: MirrorDirectory,
  tree: string,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<BlobRead | null> {
  const id = (await findTreeFiles(mirror, tree, [path])).get(path);
  return id === undefined ? null : await readBlob(mirror, id, maxBytes);
}

/** Finds the blobs of several paths of a tree. Leaves out paths that are not files. */
export async function findTreeFiles(
  mirror: MirrorDirectory,
  tree: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const root = await resolveTree(mirror, tree);
  const found = new Map<string, string>();
  const folders = new Map<BytePath, TreeEntries | null>();
  for (const path of paths) {
    const bytes = Buffer.from(path).toString("latin1");
    const folder = parentFolder(bytes);
    const entries = folders.get(folder) ?? (await readFolder(mirror, root, folder));
    folders.set(folder, entries);
    const entry = entries?.get(pathBaseName(bytes));
    if (entry !== undefined && FILE_MODES.has(entry.mode)) found.set(path, entry.id);
  }
  return found;
}

/** Reads a folder of a tree; null if there is none. */
async function readFolder(
  mirror: MirrorDirectory,
  root: string,
  folder: BytePath,
): Promise<TreeEntries | null> {
  const tree = await findFolder(mirror, root, folder);
  return tree === null ? null : await readTree(mirror, tree);
}

/** Returns the entry at a path of a tree; null if there is none. */
export async function findEntry(
  mirror: MirrorDirectory,
  root: string,
  path: BytePath,
): Promise<TreeEntry | null> {
  const entries = await readFolder(mirror, root, parentFolder(path));
  return entries?.get(pathBaseName(path)) ?? null;
}

/** Returns the tree of a folder; null if there is none. */
export async function findFolder(
  mirror: MirrorDirectory,
  root: string,
  folder: BytePath,
): Promise<string | null> {
  let tree = root;
  for (const name of folder === "" ? [] : folder.split("/")) {
    const entry = (await readTree(mirror, tree)).get(name);
    if (entry?.mode !== FOLDER) return null;
    tree = entry.id;
  }
  return tree;
}
