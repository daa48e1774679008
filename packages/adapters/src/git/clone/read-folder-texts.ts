import { FOLDER } from "../format/parse-tree.ts";
import { readObjectInfo, readObjects, readTrees } from "../objects/read-objects.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

/** A file at the top of a tree. The text is null if the file is missing, too large or not UTF-8. */
type FolderText = { blob: string; text: string | null };

/** The files at the top of a tree, by name. */
export type FolderTexts = ReadonlyMap<string, FolderText>;

/** Reads files of several trees together. Leaves out trees that the clone lacks. */
export async function readFolderTexts(
  mirror: MirrorDirectory,
  trees: readonly string[],
  { names, maxBytes }: { names: readonly string[]; maxBytes: number },
): Promise<Map<string, FolderTexts>> {
  const present = (await readObjectInfo(mirror, trees)).filter((info) => info?.type === "tree");
  const entries = await readTrees(
    mirror,
    present.flatMap((info) => info?.id ?? []),
  );
  const blobs = new Map(
    [...entries].map(([tree, files]) => [
      tree,
      names.flatMap((name) => {
        const entry = files.get(name);
        return entry === undefined || entry.mode === FOLDER ? [] : [[name, entry.id] as const];
      }),
    ]),
  );
  const ids = new Set([...blobs.values()].flat().map(([, id]) => id));
  const texts = await readTexts(mirror, [...ids], maxBytes);
  return new Map(
    [...blobs].map(([tree, files]) => [
      tree,
      new Map(files.map(([name, blob]) => [name, { blob, text: texts.get(blob) ?? null }])),
    ]),
  );
}

async function readTexts(
  mirror: MirrorDirectory,
  ids: readonly string[],
  maxBytes: number,
): Promise<Map<string, string | null>> {
  const infos = (await readObjectInfo(mirror, ids)).filter((info) => info !== null);
  const readable = infos.filter(({ type, size }) => type === "blob" && size <= maxBytes);
  const texts = new Map<string, string | null>();
  await readObjects(mirror, readable, ({ id }, bytes) => {
    texts.set(id, decode(bytes));
  });
  return texts;
}

/** Bytes that are not UTF-8 would have another digest than their text. */
function decode(bytes: Buffer): string | null {
  const text = bytes.toString("utf8");
  return Buffer.from(text).equals(bytes) ? text : null;
}
