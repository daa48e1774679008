import { hashObject } from "../format/object-bytes.ts";
import { FOLDER, serializeTree, type TreeEntry } from "../format/parse-tree.ts";
import type { BytePath } from "../paths/byte-path.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { readTree } from "./read-objects.ts";

/** The new entry of each path; null removes it. */
export type Edits = ReadonlyMap<BytePath, TreeEntry | null>;

/** Computes the id of a tree after edits, without writing it. Empty folders are removed. */
export async function editedTree(
  mirror: MirrorDirectory,
  tree: string,
  edits: Edits,
): Promise<string> {
  return (await editFolder(mirror, { tree, digits: tree.length }, edits)) ?? emptyTree(tree.length);
}

type Old = { tree: string | null; digits: number };

async function editFolder(
  mirror: MirrorDirectory,
  { tree, digits }: Old,
  edits: Edits,
): Promise<string | null> {
  const entries = new Map(tree === null ? [] : await readTree(mirror, tree));
  const below = new Map<BytePath, Map<BytePath, TreeEntry | null>>();
  for (const [path, entry] of edits) {
    const slash = path.indexOf("/");
    const name = slash === -1 ? path : path.slice(0, slash);
    const inside = below.get(name) ?? new Map<BytePath, TreeEntry | null>();
    below.set(name, inside.set(slash === -1 ? "" : path.slice(slash + 1), entry));
  }
  for (const [name, inside] of below) {
    const entry = await editEntry(mirror, { before: entries.get(name), digits }, inside);
    if (entry === null) entries.delete(name);
    else entries.set(name, entry);
  }
  if (entries.size === 0) return null;
  return hashObject({ type: "tree", bytes: serializeTree(entries) }, digits);
}

/** Applies the edits of one name in a folder. An edit of the entry itself has an empty path. */
async function editEntry(
  mirror: MirrorDirectory,
  { before, digits }: { before: TreeEntry | undefined; digits: number },
  inside: Map<BytePath, TreeEntry | null>,
): Promise<TreeEntry | null> {
  const own = inside.get("");
  inside.delete("");
  const isFolder = before?.mode === FOLDER;
  if (inside.size === 0) return own ?? null;
  const tree = isFolder ? before.id : null;
  const id = await editFolder(mirror, { tree, digits }, inside);
  if (id !== null) return { mode: FOLDER, id };
  return own ?? (isFolder || own === null ? null : (before ?? null));
}

function emptyTree(digits: number): string {
  return hashObject({ type: "tree", bytes: Buffer.alloc(0) }, digits);
}
