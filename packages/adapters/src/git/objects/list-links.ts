import { displayPath } from "../paths/byte-path.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { LINK, listTreeEntries } from "./list-tree.ts";
import { readBlobs } from "./read-blobs.ts";
import { readObjectInfo } from "./read-objects.ts";

/** Longer than any target that an operating system follows. */
const MAX_TARGET_BYTES = 4_096;

/** Lists the symbolic links of a tree or commit with their targets, as display text. */
export async function listLinks(
  mirror: MirrorDirectory,
  treeish: string,
): Promise<Map<string, string>> {
  const listed = (await listTreeEntries(mirror, treeish)).filter(([, { mode }]) => mode === LINK);
  const pathsOf = Map.groupBy(listed, ([, { id }]) => id);
  const links = new Map<string, string>();
  if (pathsOf.size === 0) return links;
  await readBlobs(mirror, await shortBlobs(mirror, [...pathsOf.keys()]), async (id, bytes) => {
    for (const [path] of pathsOf.get(id) ?? [])
      links.set(displayPath(path), displayPath(bytes.toString("latin1")));
  });
  return links;
}

async function shortBlobs(mirror: MirrorDirectory, ids: readonly string[]): Promise<string[]> {
  const infos = await readObjectInfo(mirror, ids);
  return ids.filter((_, at) => (infos[at]?.size ?? 0) <= MAX_TARGET_BYTES);
}
