import { boundary } from "../program/boundary.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import type { CheckoutLocation } from "./checked-out-at.ts";
import { exactFilesIn } from "./exact-files.ts";
import type { TreeChange } from "./tree-change.ts";
import { updateIndex } from "./worktree-index.ts";
import { removeFiles, writeTreeFiles } from "./write-files.ts";

/**
 * Updates a worktree to the second tree of a change: its files first, its index last.
 *
 * Keeps a file that already has the second tree's bytes. Leaves a file alone that now matches
 * neither tree, because it is new work. A retry finishes an interrupted update.
 */
export async function updateWorktree(
  mirror: MirrorDirectory,
  { located }: CheckoutLocation,
  change: TreeChange,
): Promise<void> {
  const { root } = located;
  const isAsBefore = async (path: string): Promise<boolean> =>
    await exactFilesIn(root)(path, change.from.get(path));
  await removeFiles(root, { paths: change.removed, may: isAsBefore });
  boundary("bring.removed");
  await writeTreeFiles(mirror, root, { files: change.written, may: isAsBefore });
  boundary("bring.written");
  await updateIndex(mirror, located, change);
  boundary("bring.indexed");
}
