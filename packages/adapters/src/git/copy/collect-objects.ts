import type { StoredObject } from "../format/object-bytes.ts";
import { type ParsedCommit, parseCommit } from "../format/parse-commit.ts";
import { FOLDER, parseTree, type TreeEntries, type TreeEntry } from "../format/parse-tree.ts";
import { SUBMODULE } from "../objects/list-tree.ts";
import type { BytePath } from "../paths/byte-path.ts";

/** The source of the objects, and the known commits at which the walk ends. */
export type CollectOptions = {
  read(id: string): Promise<StoredObject | null>;
  isKnown(commit: string): Promise<boolean>;
  /** Returns the tree of a known commit. */
  knownTree(treeish: string): Promise<string>;
};

/** The objects of a commit that its known ancestors lack. */
export type CollectedObjects = {
  /** By id: commits first, newest first, then each tree before its content. */
  objects: ReadonlyMap<string, StoredObject>;
  /** The entries of collected trees that differ from those at the same path in all parents. */
  freshEntries: readonly (readonly [name: BytePath, entry: TreeEntry])[];
};

const MAX_COMMITS = 50;
const MAX_OBJECTS = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Collects all objects of a commit that its known ancestors lack.
 *
 * Skips a file or folder that is unchanged at the same path in a parent. Returns null if there are
 * many objects or one is unreadable; then git itself copies.
 */
export async function collectObjects(
  from: CollectOptions,
  commit: string,
): Promise<CollectedObjects | null> {
  const found = new Map<string, StoredObject>();
  let bytes = 0;
  const take = async (id: string, type: StoredObject["type"]): Promise<Buffer> => {
    const object = found.get(id) ?? (await from.read(id));
    if (object?.type !== type) throw new TooFar();
    if (!found.has(id)) bytes += object.bytes.length;
    found.set(id, object);
    if (found.size > MAX_OBJECTS || bytes > MAX_BYTES) throw new TooFar();
    return object.bytes;
  };
  try {
    const trees = await collectCommits(from, take, commit);
    const all: Collection = { from, found, take, freshEntries: [], walked: new Set<string>() };
    for (const { tree, above } of trees) await collectTree(all, tree, above);
    return { objects: found, freshEntries: all.freshEntries };
  } catch (error) {
    if (error instanceof TooFar) return null;
    throw error;
  }
}

class TooFar extends Error {}

type Take = (id: string, type: StoredObject["type"]) => Promise<Buffer>;

/** The tree of a commit, and the trees of its parents. */
type Step = { tree: string; above: string[] };

async function collectCommits(from: CollectOptions, take: Take, first: string): Promise<Step[]> {
  const trees = new Map<string, string>();
  const fresh: ParsedCommit[] = [];
  const ahead = [first];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (trees.has(id)) continue;
    if (await from.isKnown(id)) {
      trees.set(id, await from.knownTree(id));
      continue;
    }
    const commit = parseCommit(await take(id, "commit"));
    if (commit === null || fresh.length === MAX_COMMITS) throw new TooFar();
    trees.set(id, commit.tree);
    fresh.push(commit);
    ahead.push(...commit.parents);
  }
  return fresh.flatMap(({ tree, parents }) => {
    const above = parents.flatMap((id) => trees.get(id) ?? []);
    return above.includes(tree) ? [] : [{ tree, above }];
  });
}

type Collection = {
  from: CollectOptions;
  found: ReadonlyMap<string, StoredObject>;
  take: Take;
  freshEntries: [BytePath, TreeEntry][];
  /** Visited trees. A tree at several paths is walked once. */
  walked: Set<string>;
};

async function collectTree(all: Collection, id: string, above: readonly string[]): Promise<void> {
  if (all.walked.has(id)) return;
  all.walked.add(id);
  const entries = parseTree(await all.take(id, "tree"), id.length / 2);
  const before = await Promise.all(above.map((tree) => entriesOf(all, tree)));
  for (const [name, entry] of entries) {
    const { mode, id: child } = entry;
    const sides = before.flatMap((tree) => tree.get(name) ?? []);
    if (!sides.some((side) => side.id === child && side.mode === mode))
      all.freshEntries.push([name, entry]);
    if (mode === SUBMODULE || sides.some((side) => side.id === child)) continue;
    if (mode !== FOLDER) await all.take(child, "blob");
    else {
      const folders = sides.filter((side) => side.mode === FOLDER).map((side) => side.id);
      await collectTree(all, child, folders);
    }
  }
}

async function entriesOf({ from, found }: Collection, tree: string): Promise<TreeEntries> {
  const object = found.get(tree) ?? (await from.read(tree));
  if (object?.type !== "tree") throw new TooFar();
  return parseTree(object.bytes, tree.length / 2);
}
