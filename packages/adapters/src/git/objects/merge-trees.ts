import { hashObject, type StoredObject } from "../format/object-bytes.ts";
import { FOLDER, serializeTree, type TreeEntries, type TreeEntry } from "../format/parse-tree.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { readTrees } from "./read-objects.ts";

/** The trees of a merge. */
export type MergeTrees = { base: string; ours: string; theirs: string };

/** A merged tree, and the trees that it consists of and that none of the sides has. */
export type MergedTree = { tree: string; made: StoredObject[] };

/** Maximum number of entries to read. Beyond it, git merges. */
const MAX_ENTRIES = 50_000;

const MODES: ReadonlySet<string> = new Set([FOLDER, "100644", "100755", "120000", "160000"]);

/**
 * Merges two sides that only add or change files, each at other paths; returns null otherwise.
 *
 * The result is git's: without a deletion git finds no renamed file or folder, and takes each path
 * from the side that changed it. Empty folders and unusual modes, which git may drop or replace, are
 * left to git. Writes nothing.
 */
export async function mergeTrees(
  mirror: MirrorDirectory,
  trees: MergeTrees,
): Promise<MergedTree | null> {
  const merge: Merge = { mirror, made: [], digits: trees.base.length, left: MAX_ENTRIES };
  try {
    return { tree: await mergeFolder(merge, trees), made: merge.made };
  } catch (error) {
    if (error instanceof LeftToGit) return null;
    throw error;
  }
}

class LeftToGit extends Error {}

type Merge = { mirror: MirrorDirectory; made: StoredObject[]; digits: number; left: number };

/** The folders at one path; null where a side has none. */
type Folders = { base: string | null; ours: string | null; theirs: string | null };

/** The entries of one name. */
type Entries = {
  base: TreeEntry | undefined;
  ours: TreeEntry | undefined;
  theirs: TreeEntry | undefined;
};

const NO_ENTRIES: TreeEntries = new Map();

async function mergeFolder(merge: Merge, folders: Folders): Promise<string> {
  const ids = [folders.base, folders.ours, folders.theirs].filter((id) => id !== null);
  const found = await readTrees(merge.mirror, ids);
  for (const { size } of found.values()) {
    merge.left -= size;
    if (size === 0 || merge.left < 0) throw new LeftToGit();
  }
  const entriesOf = (id: string | null): TreeEntries => found.get(id ?? "") ?? NO_ENTRIES;
  const [base, ours, theirs] = [folders.base, folders.ours, folders.theirs].map(entriesOf);
  const names = new Set([base, ours, theirs].flatMap((tree) => [...(tree ?? NO_ENTRIES).keys()]));
  const merged = new Map<string, TreeEntry>();
  for (const name of names) {
    const sides = { base: base?.get(name), ours: ours?.get(name), theirs: theirs?.get(name) };
    merged.set(name, await mergeEntry(merge, sides));
  }
  const object = { type: "tree", bytes: serializeTree(merged) } as const;
  const id = hashObject(object, merge.digits);
  if (!ids.includes(id)) merge.made.push(object);
  return id;
}

async function mergeEntry(merge: Merge, { base, ours, theirs }: Entries): Promise<TreeEntry> {
  const present = [base, ours, theirs].filter((entry) => entry !== undefined);
  if (!present.every(({ mode }) => MODES.has(mode))) throw new LeftToGit();
  if (base !== undefined && isSame(base, ours) && isSame(base, theirs)) return base;
  if (base !== undefined && present.length < 3) throw new LeftToGit();
  const folders = present.filter(({ mode }) => mode === FOLDER);
  if (folders.length === 0) return changedFile({ base, ours, theirs });
  if (folders.length < present.length) throw new LeftToGit();
  const id = await mergeFolder(merge, {
    base: base?.id ?? null,
    ours: ours?.id ?? null,
    theirs: theirs?.id ?? null,
  });
  return { mode: FOLDER, id };
}

/** Returns the file of the side that changed it. */
function changedFile({ base, ours, theirs }: Entries): TreeEntry {
  const changed = isSame(base, ours) ? theirs : isSame(base, theirs) ? ours : undefined;
  if (changed === undefined) throw new LeftToGit();
  return changed;
}

function isSame(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  return one?.mode === other?.mode && one?.id === other?.id;
}
