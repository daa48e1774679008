import { CountersignError } from "@countersign/core";
import { type BytePath, isSafePath } from "./byte-path.ts";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { objectId } from "./names.ts";

/** A file, link or submodule of a tree; a submodule has no size. */
export type TreeFile = { mode: string; id: string; size: number };

/** All files of a tree by their paths, in git's order. */
export type Listing = ReadonlyMap<BytePath, TreeFile>;

export const SUBMODULE = "160000";
export const LINK = "120000";

const LINE = /^([0-7]{6}) [a-z]+ ([0-9a-f]{40,64}) +([0-9]{1,15}|-)\t/;

/** Lists a tree or a commit's tree; a tree that could be written outside its folder is refused. */
export async function listTree(mirror: MirrorDirectory, treeish: string): Promise<Listing> {
  const { output } = await mirror.run([
    "ls-tree",
    "-r",
    "-z",
    "--long",
    "--full-tree",
    "--end-of-options",
    objectId(treeish),
  ]);
  const lines = output.toString("latin1").split("\0").slice(0, -1);
  const listing = new Map(lines.map(treeLine));
  if (listing.size !== lines.length) throw unsafe();
  return listing;
}

function treeLine(line: string): [BytePath, TreeFile] {
  const [head, mode, id, size] = LINE.exec(line) ?? [];
  if (head === undefined || mode === undefined || id === undefined) {
    throw new CountersignError("upstream_failed", "Git listed a tree in another way");
  }
  const path = line.slice(head.length);
  if (!isSafePath(path)) throw unsafe();
  return [path, { mode, id: objectId(id), size: size === "-" ? 0 : Number(size) }];
}

export function isSameFile(one: TreeFile | undefined, other: TreeFile | undefined): boolean {
  return one?.mode === other?.mode && one?.id === other?.id;
}

function unsafe(): CountersignError {
  return new CountersignError("invalid_input", "The tree has names that no folder should get");
}
