import { type BytePath, displayPath, foldersAbove } from "../paths/byte-path.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { findBlockingFiles } from "./blocking-files.ts";
import type { CheckoutLocation } from "./checked-out-at.ts";
import { exactFilesIn, statsAt } from "./exact-files.ts";
import type { TreeChange } from "./tree-change.ts";
import { type IndexEntry, NO_MODE, readIndex } from "./worktree-index.ts";

const AT_ONCE = 16;
const MAX_NAMED = 100;

type Index = ReadonlyMap<BytePath, IndexEntry>;

/**
 * Lists the files of a worktree that a change would overwrite or that are staged differently.
 *
 * A changed path may already have the bytes of the first tree, which are in the history, or of the
 * second, which are the goal. Other paths are not read. Files that a repository converts on
 * checkout match neither tree.
 */
export async function findOverwrittenFiles(
  mirror: MirrorDirectory,
  { located: { root, gitDir } }: CheckoutLocation,
  change: TreeChange,
): Promise<string[]> {
  const index = await readIndex(mirror, gitDir);
  if (index === null) return [".git/index"];
  const found = new Set<BytePath>(stagedOtherwise(index, change));
  const holds = exactFilesIn(root);
  const isDone = async (path: BytePath): Promise<boolean> => {
    const file = change.to.get(path);
    if (await holds(path, file)) return true;
    return file === undefined && ((await statsAt(root, path))?.isDirectory() ?? false);
  };
  await mapConcurrent(touchedBy(change), AT_ONCE, async (path) => {
    const before = change.from.get(path);
    if (before === undefined || (await holds(path, before)) || (await isDone(path))) return;
    found.add(path);
  });
  for (const path of await findBlockingFiles(root, change))
    if (!(await holds(path, change.to.get(path)))) found.add(path);
  return [...found].slice(0, MAX_NAMED).map(displayPath).toSorted();
}

function touchedBy({ removed, written }: TreeChange): BytePath[] {
  return [...removed, ...written.keys()];
}

/** Lists paths whose index entry is in neither tree, is unmerged, or conflicts with a new path. */
function stagedOtherwise(index: Index, change: TreeChange): BytePath[] {
  const { from, to, written } = change;
  const folders = new Set([...written.keys()].flatMap(foldersAbove));
  const added = [...index].filter(([path, { mode }]) => {
    if (mode === NO_MODE) return true;
    const isPushedOut = folders.has(path) || foldersAbove(path).some((above) => written.has(above));
    return isPushedOut && !from.has(path);
  });
  const changed = touchedBy(change).filter((path) => {
    const entry = index.get(path);
    return !isEntryOf(entry, from.get(path)) && !isEntryOf(entry, to.get(path));
  });
  return [...added.map(([path]) => path), ...changed];
}

function isEntryOf(entry: IndexEntry | undefined, file: IndexEntry | undefined): boolean {
  return entry?.mode === file?.mode && entry?.id === file?.id;
}

/** Runs work for each item with limited concurrency; the first failure stops it. */
async function mapConcurrent<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && !failed; next = rest.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
