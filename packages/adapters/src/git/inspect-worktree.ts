import { type BytePath, shownPath } from "./byte-path.ts";
import type { Place } from "./checked-out-at.ts";
import { eachOf } from "./each-of.ts";
import { exactFilesIn } from "./exact-files.ts";
import { inTheWay } from "./in-the-way.ts";
import type { Listing } from "./list-tree.ts";
import type { MirrorDirectory } from "./mirror-directory.ts";
import type { TreeChange } from "./tree-change.ts";
import { type IndexEntry, readIndex } from "./worktree-index.ts";

const AT_ONCE = 16;
const MAX_NAMED = 100;

/**
 * Names what keeps a worktree from being exactly the first tree of a change, index and files.
 *
 * An interrupted change leaves some files as they were and some as they should be; `resumed` lets both
 * pass. Files that a repository converts on their way to the disk are not the tree's bytes and are named.
 */
export async function findDirt(
  mirror: MirrorDirectory,
  { located }: Place,
  { change, resumed }: { change: TreeChange; resumed: boolean },
): Promise<string[]> {
  const index = await readIndex(mirror, located.gitDir);
  if (index === null) return [".git/index"];
  const found = new Set<BytePath>(differing(index, change.from));
  const holds = exactFilesIn(located.root);
  const isDone = async (path: BytePath): Promise<boolean> =>
    resumed && (await holds(path, change.to.get(path)));
  await eachOf(change.from, AT_ONCE, async ([path, file]) => {
    if (!((await holds(path, file)) || (await isDone(path)))) found.add(path);
  });
  for (const path of await inTheWay(located.root, change)) {
    if (!(await isDone(path))) found.add(path);
  }
  return [...found].slice(0, MAX_NAMED).map(shownPath).toSorted();
}

/** Whether an index is exactly a tree; false also where it cannot be read. */
export async function isIndexAt(
  mirror: MirrorDirectory,
  { located }: Place,
  tree: Listing,
): Promise<boolean> {
  const index = await readIndex(mirror, located.gitDir);
  return index !== null && differing(index, tree).length === 0;
}

function differing(index: ReadonlyMap<BytePath, IndexEntry>, tree: Listing): BytePath[] {
  const added = [...index.keys()].filter((path) => !tree.has(path));
  const changed = [...tree].filter(([path, { mode, id }]) => {
    const entry = index.get(path);
    return entry?.mode !== mode || entry.id !== id;
  });
  return [...added, ...changed.map(([path]) => path)];
}
