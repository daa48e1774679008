import type { BytePath } from "./byte-path.ts";
import { isSameFile, type Listing, type TreeFile } from "./list-tree.ts";

/** What must be done to a worktree that holds one tree, so that it holds another. */
export type TreeChange = {
  from: Listing;
  to: Listing;
  removed: readonly BytePath[];
  written: ReadonlyMap<BytePath, TreeFile>;
};

export function changeBetween(from: Listing, to: Listing): TreeChange {
  const removed = [...from.keys()].filter((path) => !to.has(path));
  const written = [...to].filter(([path, file]) => !isSameFile(file, from.get(path)));
  return { from, to, removed, written: new Map(written) };
}
