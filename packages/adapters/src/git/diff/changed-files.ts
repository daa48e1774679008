import { CountersignError } from "@countersign/core";
import { FOLDER, type TreeEntries, type TreeEntry } from "../format/parse-tree.ts";
import { readTrees } from "../objects/read-objects.ts";
import type { BytePath } from "../paths/byte-path.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import type { Trees } from "./diff-entries.ts";

/** A few trees can expand to millions of paths, so entries are counted before they are listed. */
const MAX_ENTRIES = 500_000;

/** The folders at one path in both trees; null if a tree has none. */
type Pair = { path: BytePath; from: string | null; to: string | null };

/** A changed file. A side that is missing or a folder is null. */
export type FileDelta = { path: BytePath; from: TreeEntry | null; to: TreeEntry | null };

/**
 * Lists the files that differ between two trees, in git's order, without reading their content.
 * Without a first tree, lists all files.
 */
export async function changedFiles(
  mirror: MirrorDirectory,
  { from, to }: Omit<Trees, "from"> & { from: string | null },
): Promise<FileDelta[]> {
  const changed: FileDelta[] = [];
  let level: Pair[] = [{ path: "", from, to }];
  while (level.length > 0) {
    const found = await differencesIn(mirror, level);
    const below = found.map(foldersIn).filter(hasSide);
    for (const file of found.map(filesIn)) if (hasSide(file)) changed.push(file);
    level = below;
  }
  return changed.toSorted(byPath);
}

function byPath({ path: one }: FileDelta, { path: other }: FileDelta): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

type Side = TreeEntry | undefined;

type Difference = { path: BytePath; from: Side; to: Side };

async function differencesIn(
  mirror: MirrorDirectory,
  pairs: readonly Pair[],
): Promise<Difference[]> {
  const ids = pairs.flatMap(({ from, to }) => [from, to]).filter((id) => id !== null);
  const trees = await readTrees(mirror, ids);
  const count = ids.reduce((sum, id) => sum + (trees.get(id)?.size ?? 0), 0);
  if (count > MAX_ENTRIES) {
    throw new CountersignError("upstream_failed", "The change has too many files");
  }
  const entriesOf = (id: string | null): TreeEntries => trees.get(id ?? "") ?? NO_ENTRIES;
  return pairs.flatMap(({ path, from, to }) =>
    differing(path, { from: entriesOf(from), to: entriesOf(to) }),
  );
}

const NO_ENTRIES: TreeEntries = new Map();

function differing(
  folder: BytePath,
  { from, to }: { from: TreeEntries; to: TreeEntries },
): Difference[] {
  const names = new Set([...from.keys(), ...to.keys()]);
  return [...names].flatMap((name) => {
    const [before, after] = [from.get(name), to.get(name)];
    if (before?.id === after?.id && before?.mode === after?.mode) return [];
    return { path: folder === "" ? name : `${folder}/${name}`, from: before, to: after };
  });
}

function foldersIn({ path, from, to }: Difference): Pair {
  const folderId = (side: Side): string | null => (side?.mode === FOLDER ? side.id : null);
  return { path, from: folderId(from), to: folderId(to) };
}

function filesIn({ path, from, to }: Difference): FileDelta {
  const file = (side: Side): TreeEntry | null =>
    side === undefined || side.mode === FOLDER ? null : side;
  return { path, from: file(from), to: file(to) };
}

function hasSide({ from, to }: { from: unknown; to: unknown }): boolean {
  return from !== null || to !== null;
}
