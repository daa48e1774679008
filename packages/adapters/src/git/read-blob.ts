import { CountersignError } from "@countersign/core";
import type { BlobRead } from "@countersign/engine";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { objectId } from "./names.ts";

const TREE_LINE = /^(100644|100755|120000) blob ([0-9a-f]{40,64})\t/;

/** Reads a blob if it is no larger than the cap; its size is asked for first. */
export async function readBlob(
  mirror: MirrorDirectory,
  id: string,
  maxBytes: number,
): Promise<BlobRead> {
  const { output } = await mirror.run(["cat-file", "--batch-check=%(objecttype) %(objectsize)"], {
    input: `${objectId(id)}\n`,
  });
  const [, digits] = /^blob ([0-9]{1,15})\n$/.exec(output.toString("latin1")) ?? [];
  if (digits === undefined) throw new CountersignError("not_found", `The mirror has no blob ${id}`);

  const size = Number(digits);
  if (size > maxBytes) return { size, bytes: null };
  const read = await mirror.run(["cat-file", "blob", objectId(id)], { maxOutput: size });
  return { size, bytes: read.output };
}

/** Reads a file of a tree by its path; a directory or submodule is no file. */
export async function readFileOf(
  mirror: MirrorDirectory,
  tree: string,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<BlobRead | null> {
  if (path === "" || path.endsWith("/") || path.includes("\0")) return null;
  const { output } = await mirror.run([
    "ls-tree",
    "-z",
    "--full-tree",
    "--end-of-options",
    objectId(tree),
    path,
  ]);
  const [, , id] = TREE_LINE.exec(output.toString("utf8")) ?? [];
  return id === undefined ? null : await readBlob(mirror, id, maxBytes);
}

/** The blobs of several paths of a tree; what is no file there is left out. */
export async function findFilesOf(
  mirror: MirrorDirectory,
  tree: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const { output } = await mirror.run([
    "ls-tree",
    "-z",
    "--full-tree",
    "--end-of-options",
    objectId(tree),
    ...paths.filter((path) => path !== "" && !path.endsWith("/") && !path.includes("\0")),
  ]);
  const found = new Map<string, string>();
  for (const line of output.toString("utf8").split("\0")) {
    const [head, , id] = TREE_LINE.exec(line) ?? [];
    if (head !== undefined && id !== undefined) found.set(line.slice(head.length), id);
  }
  return found;
}
