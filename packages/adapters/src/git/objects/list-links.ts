import { displayPath } from "../paths/byte-path.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { LINK, listTree } from "./list-tree.ts";
import { readBlobs } from "./read-blobs.ts";

/** Longer than any target that an operating system follows. */
const MAX_TARGET_BYTES = 4_096;

/** Lists the symbolic links of a tree or commit with their targets, as display text. */
export async function listLinks(
  mirror: MirrorDirectory,
  treeish: string,
): Promise<Map<string, string>> {
  const listed = [...(await listTree(mirror, treeish))].filter(
    ([, { mode, size }]) => mode === LINK && size <= MAX_TARGET_BYTES,
  );
  const pathsOf = Map.groupBy(listed, ([, { id }]) => id);
  const links = new Map<string, string>();
  if (pathsOf.size === 0) return links;
  await readBlobs(mirror, [...pathsOf.keys()], async (id, bytes) => {
    for (const [path] of pathsOf.get(id) ?? [])
      links.set(displayPath(path), displayPath(bytes.toString("latin1")));
  });
  return links;
}
