import { createHash } from "node:crypto";
import { type ChangedSide, changesDigest } from "@countersign/core";
import type { DigestedChanges } from "@countersign/engine";
import type { TreeEntry } from "../format/parse-tree.ts";
import { readBlobs } from "../objects/read-blobs.ts";
import { resolveTree } from "../objects/read-objects.ts";
import { pathBytes } from "../paths/byte-path.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { changedFiles } from "./changed-files.ts";

const SUBMODULE = "160000";

/** Digests the changes between two commits or trees, as proofs name them. Without a first one, every file counts. */
export async function digestChanges(
  mirror: MirrorDirectory,
  { from, to }: { from: string | null; to: string },
): Promise<DigestedChanges> {
  const trees = {
    from: from === null ? null : await resolveTree(mirror, from),
    to: await resolveTree(mirror, to),
  };
  const key = `${trees.from} ${trees.to}`;
  const known = mirror.cache.changes.get(key);
  if (known !== undefined) return known;
  const digested = await digestTrees(mirror, trees);
  mirror.cache.changes.set(key, digested);
  return digested;
}

async function digestTrees(
  mirror: MirrorDirectory,
  trees: { from: string | null; to: string },
): Promise<DigestedChanges> {
  const files = await changedFiles(mirror, trees);
  const entries = files.flatMap((file) => [file.from, file.to]).filter((side) => side !== null);
  const digests = await digestContents(mirror, entries);
  const toSide = (entry: TreeEntry | null): ChangedSide | null =>
    entry && { mode: entry.mode, sha256: digestOfEntry(entry, digests) };
  const sha256OfAll = changesDigest(
    files.map(({ path, ...sides }) => ({
      path: pathBytes(path),
      before: toSide(sides.from),
      after: toSide(sides.to),
    })),
  );
  return { sha256: sha256OfAll, files: files.length };
}

/** A submodule may name any id, also that of a file, so its digest never comes from the contents. */
function digestOfEntry({ mode, id }: TreeEntry, contents: ReadonlyMap<string, string>): string {
  return mode === SUBMODULE ? sha256(id) : (contents.get(id) ?? "");
}

/** Returns the SHA-256 of each file's content by its id. A submodule has no content here. */
async function digestContents(
  mirror: MirrorDirectory,
  entries: readonly TreeEntry[],
): Promise<Map<string, string>> {
  const ids = entries.filter(({ mode }) => mode !== SUBMODULE).map(({ id }) => id);
  const digests = new Map<string, string>();
  await readBlobs(mirror, [...new Set(ids)], async (id, bytes) => {
    digests.set(id, sha256(bytes));
  });
  return digests;
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
