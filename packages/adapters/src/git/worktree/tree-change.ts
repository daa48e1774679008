import { isSameFile, type Listing, type TreeFile } from "../objects/list-tree.ts";
import type { BytePath } from "../paths/byte-path.ts";

/** The difference between two trees, to apply to a worktree. */
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
