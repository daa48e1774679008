import { isPlainCommit } from "../format/check-commit.ts";
import { isPlainEntry, isPlainTree } from "../format/check-tree.ts";
import { hashObject, type ObjectType, type StoredObject } from "../format/object-bytes.ts";
import { parseCommit } from "../format/parse-commit.ts";
import { FOLDER } from "../format/parse-tree.ts";
import { readStoredInfo } from "../objects/read-objects.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import type { CollectedObjects } from "./collect-objects.ts";

/** Maximum number of objects that are written without git. */
const MAX_OBJECTS = 64;

/** Maximum total size of objects that are written without git. */
const MAX_BYTES = 1024 * 1024;

/**
 * Returns true if objects may be written without git: they are few and small, and have passed every
 * check of `git index-pack --strict`.
 *
 * Returns false for anything unusual, so that git itself accepts or refuses it. An entry that a
 * parent has at the same path was checked with the parent.
 */
export async function canWriteObjects(
  mirror: MirrorDirectory,
  { objects, freshEntries }: CollectedObjects,
  digits: number,
): Promise<boolean> {
  if (objects.size > MAX_OBJECTS || totalBytes([...objects.values()]) > MAX_BYTES) return false;
  if (!freshEntries.every(([name, entry]) => isPlainEntry(name, entry))) return false;
  for (const [id, object] of objects)
    if (!isPlainObject(object, digits) || hashObject(object, digits) !== id) return false;
  return await areLinksPresent(mirror, objects, [
    ...[...objects.values()].flatMap(commitLinks),
    ...freshEntries.map(([, { mode, id }]): Link => ({ id, type: linkedType(mode) })),
  ]);
}

function totalBytes(objects: readonly StoredObject[]): number {
  return objects.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function isPlainObject({ type, bytes }: StoredObject, digits: number): boolean {
  if (type === "commit") return isPlainCommit(bytes, digits);
  return type === "blob" || isPlainTree(bytes, digits / 2);
}

/** The id that an object names, and the type that the object there must have. */
type Link = { id: string; type: ObjectType };

function commitLinks({ type, bytes }: StoredObject): Link[] {
  const commit = type === "commit" ? parseCommit(bytes) : null;
  if (commit === null) return [];
  const parents = commit.parents.map((id): Link => ({ id, type: "commit" }));
  return [{ id: commit.tree, type: "tree" }, ...parents];
}

function linkedType(mode: string): ObjectType {
  return mode === FOLDER ? "tree" : "blob";
}

/** Returns true if every linked object is in the batch or in the mirror and has its type. */
async function areLinksPresent(
  mirror: MirrorDirectory,
  objects: CollectedObjects["objects"],
  links: readonly Link[],
): Promise<boolean> {
  const outside = links.filter(({ id }) => !objects.has(id));
  if (!links.every(({ id, type }) => (objects.get(id)?.type ?? type) === type)) return false;
  const found = await readStoredInfo(
    mirror,
    outside.map(({ id }) => id),
  );
  return outside.every(({ type }, index) => found[index]?.type === type);
}
