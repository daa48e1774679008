import { CountersignError } from "@countersign/core";
import { LINK, type TreeFile } from "../objects/list-tree.ts";
import { readBlobs } from "../objects/read-blobs.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

const MAX_TARGET = 4_095;

/**
 * Refuses links that no file system can store, before any file changes.
 *
 * A tree may contain any bytes as a link target. A worktree update with such a link could never
 * complete.
 */
export async function requireLinks(
  mirror: MirrorDirectory,
  files: Iterable<TreeFile>,
): Promise<void> {
  const links = [...files].filter(({ mode }) => mode === LINK);
  if (links.some(({ size }) => size === 0 || size > MAX_TARGET)) throw impossible();
  const ids = new Set(links.map(({ id }) => id));
  await readBlobs(mirror, [...ids], async (_, target) => {
    if (target.includes(0)) throw impossible();
  });
}

function impossible(): CountersignError {
  return new CountersignError("invalid_input", "The tree has a link that cannot be made");
}
