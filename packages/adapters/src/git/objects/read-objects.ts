import { CountersignError } from "@countersign/core";
import { hashObject, type ObjectType, type StoredObject } from "../format/object-bytes.ts";
import { type ParsedCommit, parseCommit } from "../format/parse-commit.ts";
import { parseTree, type TreeEntries } from "../format/parse-tree.ts";
import { objectId } from "../paths/names.ts";
import type { ByteSource } from "../program/byte-source.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

/** Id, type and size of an object that is not read yet. */
export type ObjectInfo = { id: string; type: ObjectType | "tag"; size: number };

const READER = ["cat-file", "--batch-command", "--buffer"] as const;
const INFO = /^([0-9a-f]{40,64}) (blob|tree|commit|tag) ([0-9]{1,15})$/;

const MAX_COMMIT_BYTES = 4 * 1024 * 1024;
const MAX_TREE_BYTES = 64 * 1024 * 1024;

/** Maximum size of a cached object. */
const MAX_CACHED_BYTES = 64 * 1024;

/** Maximum size of a batch. A larger object is requested alone. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
const MAX_BATCH = 10_000;

/** Returns type and size of each object without reading it; null if the mirror lacks it. */
export async function readObjectInfo(
  mirror: MirrorDirectory,
  ids: readonly string[],
): Promise<(ObjectInfo | null)[]> {
  const infos = ids.map((id) => cachedInfo(mirror, id));
  const unknown = ids.filter((_, at) => infos[at] === null);
  if (unknown.length === 0) return infos;
  const read = (await readStoredInfo(mirror, unknown)).values();
  return infos.map((info) => info ?? read.next().value ?? null);
}

function cachedInfo({ cache }: MirrorDirectory, id: string): ObjectInfo | null {
  const cached = cache.objects.get(id);
  return cached === undefined ? null : { id, type: cached.type, size: cached.bytes.length };
}

/** Like {@link readObjectInfo}, but asks git about every object, so that it shows what is stored now. */
export async function readStoredInfo(
  mirror: MirrorDirectory,
  ids: readonly string[],
): Promise<(ObjectInfo | null)[]> {
  return await infoOfNames(mirror, ids.map(objectId));
}

const ABBREVIATION = /^[0-9a-f]{4,64}$/;

/** Returns the object whose id begins with some digits. Null if there is none, or more than one. */
export async function findByAbbreviation(
  mirror: MirrorDirectory,
  digits: string,
): Promise<ObjectInfo | null> {
  if (!ABBREVIATION.test(digits)) return null;
  const read = async (source: ByteSource) => INFO.exec(await source.line());
  const [, id, type, size] = await mirror
    .ask(READER, { input: `info ${digits}\nflush\n`, read })
    .then((found) => found ?? []);
  return id !== undefined && isType(type) ? { id, type, size: Number(size) } : null;
}

/** Adds a small object to the cache. Its id must have been verified. */
export function cacheObject(mirror: MirrorDirectory, id: string, object: StoredObject): void {
  if (object.bytes.length <= MAX_CACHED_BYTES) mirror.cache.objects.set(id, object);
}

async function infoOfNames(
  mirror: MirrorDirectory,
  names: readonly string[],
): Promise<(ObjectInfo | null)[]> {
  const found: (ObjectInfo | null)[] = [];
  for (let at = 0; at < names.length; at += MAX_BATCH) {
    const some = names.slice(at, at + MAX_BATCH);
    const input = `${some.map((name) => `info ${name}\n`).join("")}flush\n`;
    found.push(...(await mirror.ask(READER, { input, read: (source) => infos(source, some) })));
  }
  return found;
}

/**
 * Lets git read objects completely and compare each with its id and type.
 *
 * Git resolves a name with a type by parsing the object, and hashes its content for that.
 */
export async function requireIntact(
  mirror: MirrorDirectory,
  objects: readonly Pick<ObjectInfo, "id" | "type">[],
): Promise<void> {
  const names = objects.map(({ id, type }) => `${objectId(id)}^{${type}}`);
  const found = await infoOfNames(mirror, names);
  if (!objects.every(({ id }, index) => found[index]?.id === id)) {
    throw new CountersignError("invalid_input", "Objects of the repository do not match their ids");
  }
}

async function infos(source: ByteSource, names: readonly string[]): Promise<(ObjectInfo | null)[]> {
  const lines = await source.lines(names.length);
  return lines.map((line, index) => infoLine(line, names[index] ?? ""));
}

function infoLine(line: string, name: string): ObjectInfo | null {
  if (line === `${name} missing`) return null;
  const [, id, type, size] = INFO.exec(line) ?? [];
  if (id === undefined || !isType(type)) {
    throw new CountersignError(
      "upstream_failed",
      "Git described an object in an unexpected format",
    );
  }
  return { id, type, size: Number(size) };
}

function isType(type: string | undefined): type is ObjectInfo["type"] {
  return type === "blob" || type === "tree" || type === "commit" || type === "tag";
}

/** Reads objects of known size in the given order. Reads the next when the caller has used one. */
export async function readObjects(
  mirror: MirrorDirectory,
  objects: readonly ObjectInfo[],
  use: (object: ObjectInfo, bytes: Buffer) => Promise<void> | void,
): Promise<void> {
  for (const some of batches(objects)) {
    const cached = some.map(({ id }) => mirror.cache.objects.get(id)?.bytes);
    const wanted = some.filter((_, index) => cached[index] === undefined);
    const read = (wanted.length === 0 ? [] : await readContents(mirror, wanted)).values();
    for (const [index, object] of some.entries()) {
      const used = use(object, cached[index] ?? read.next().value ?? NOTHING);
      if (used !== undefined) await used;
    }
  }
}

async function readContents(
  mirror: MirrorDirectory,
  objects: readonly ObjectInfo[],
): Promise<Buffer[]> {
  const input = `${objects.map(({ id }) => `contents ${objectId(id)}\n`).join("")}flush\n`;
  const read = (source: ByteSource): Promise<Buffer[]> => contents(source, objects);
  const all = await mirror.ask(READER, { input, read });
  for (const [index, { id, type }] of objects.entries()) {
    const object = { type, bytes: all[index] ?? NOTHING };
    if (mirror.isBorrowed && hashObject(object, id.length) !== id) throw new AlteredObject(id);
    if (isCached(object)) cacheObject(mirror, id, object);
  }
  return all;
}

/** The bytes of an object do not match its id. */
export class AlteredObject extends Error {
  readonly id: string;
  constructor(id: string) {
    super(`The object ${id} does not match its id`);
    this.id = id;
  }
}

type AnyObject = { type: ObjectInfo["type"]; bytes: Buffer };

function isCached(object: AnyObject): object is StoredObject {
  return object.type !== "tag";
}

const NOTHING = Buffer.alloc(0);

export async function readObject(mirror: MirrorDirectory, object: ObjectInfo): Promise<Buffer> {
  let read: Buffer = NOTHING;
  await readObjects(mirror, [object], (_, bytes) => {
    read = bytes;
  });
  return read;
}

async function contents(source: ByteSource, objects: readonly ObjectInfo[]): Promise<Buffer[]> {
  const read: Buffer[] = [];
  for (const object of objects) {
    const { id, type, size } = object;
    if ((await source.line()) !== `${id} ${type} ${size}`) {
      throw new CountersignError("upstream_failed", "Git handed out another object");
    }
    read.push((await source.take(size + 1)).subarray(0, -1));
  }
  return read;
}

function* batches(objects: readonly ObjectInfo[]): Generator<ObjectInfo[]> {
  let batch: ObjectInfo[] = [];
  let bytes = 0;
  for (const object of objects) {
    if (batch.length > 0 && (bytes + object.size > MAX_BATCH_BYTES || batch.length >= MAX_BATCH)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(object);
    bytes += object.size;
  }
  if (batch.length > 0) yield batch;
}

/** Resolves the tree of a commit or tree. */
export async function resolveTree(mirror: MirrorDirectory, treeish: string): Promise<string> {
  const known = mirror.cache.treeIds.get(treeish) ?? rememberedTree(mirror, treeish);
  if (known !== undefined) return known;
  if (mirror.isBorrowed) return await resolveReadTree(mirror, treeish);
  const [found] = await infoOfNames(mirror, [`${objectId(treeish)}^{tree}`]);
  if (!found) throw new CountersignError("not_found", `The mirror has no commit ${treeish}`);
  mirror.cache.treeIds.set(treeish, found.id);
  return found.id;
}

/** Resolves a tree by reading the commit, whose id is recomputed. */
async function resolveReadTree(mirror: MirrorDirectory, treeish: string): Promise<string> {
  const [info] = await readObjectInfo(mirror, [treeish]);
  const tree = info?.type === "tree" ? treeish : (await readCommit(mirror, treeish))?.tree;
  if (tree === undefined) throw new CountersignError("not_found", `There is no commit ${treeish}`);
  mirror.cache.treeIds.set(treeish, tree);
  return tree;
}

function rememberedTree({ cache }: MirrorDirectory, treeish: string): string | undefined {
  const tree = cachedTree(cache, treeish);
  if (tree !== undefined) cache.treeIds.set(treeish, tree);
  return tree;
}

function cachedTree(cache: MirrorDirectory["cache"], treeish: string): string | undefined {
  const commit = cache.commits.get(treeish);
  if (commit !== undefined) return commit.tree;
  const object = cache.objects.get(treeish);
  if (object?.type === "tree") return treeish;
  return object?.type === "commit" ? parseCommit(object.bytes)?.tree : undefined;
}

/** Reads a commit of the mirror; null if it is missing, malformed or too large. */
export async function readCommit(
  mirror: MirrorDirectory,
  id: string,
): Promise<ParsedCommit | null> {
  const known = mirror.cache.commits.get(id);
  if (known !== undefined) return known;
  const [info] = await readObjectInfo(mirror, [id]);
  if (info?.type !== "commit" || info.size > MAX_COMMIT_BYTES) return null;
  const commit = parseCommit(await readObject(mirror, info));
  if (commit !== null) mirror.cache.commits.set(id, commit);
  return commit;
}

/** Reads several trees by id. */
export async function readTrees(
  mirror: MirrorDirectory,
  ids: Iterable<string>,
): Promise<Map<string, TreeEntries>> {
  const trees = new Map<string, TreeEntries>();
  const wanted: string[] = [];
  for (const id of new Set(ids)) {
    const known = mirror.cache.trees.get(id);
    if (known === undefined) wanted.push(id);
    else trees.set(id, known);
  }
  if (wanted.length === 0) return trees;
  const found = (await readObjectInfo(mirror, wanted)).map((info) => requireTree(info));
  await readObjects(mirror, found, ({ id }, bytes) => {
    const tree = parseTree(bytes, id.length / 2);
    mirror.cache.trees.set(id, tree);
    trees.set(id, tree);
  });
  return trees;
}

export async function readTree(mirror: MirrorDirectory, id: string): Promise<TreeEntries> {
  return mirror.cache.trees.get(id) ?? (await readTrees(mirror, [id])).get(id) ?? new Map();
}

function requireTree(info: ObjectInfo | null): ObjectInfo {
  if (info?.type !== "tree")
    throw new CountersignError("not_found", "The mirror is missing a tree");
  if (info.size > MAX_TREE_BYTES) throw new CountersignError("too_large", "A folder is too large");
  return info;
}
