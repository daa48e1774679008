import { join } from "node:path";
import type { ProofCommit } from "@countersign/engine";
import { pipeCommits } from "../copy/copy-objects.ts";
import { hashObject, type StoredObject } from "../format/object-bytes.ts";
import { serializeTree, type TreeEntry } from "../format/parse-tree.ts";
import {
  cacheObject,
  type ObjectInfo,
  readCommit,
  readObject,
  readObjectInfo,
  readTree,
} from "../objects/read-objects.ts";
import { COMMIT_IDENTITY, writeCommit } from "../objects/write-commit.ts";
import { writeObject } from "../objects/write-object.ts";
import { objectId } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";

const FILE = "100644";

/** Names of files in a proof. Their order as texts is git's. */
const NAME = /^[a-z][a-z0-9-]{0,30}(?:\.jsonl?)?$/;

/**
 * Writes the objects of a proof into the mirror, at once: no ref names them yet. The same input writes the same commit.
 */
export async function writeProof(mirror: MirrorDirectory, proof: ProofCommit): Promise<string> {
  const { previous, subject, atSeconds, files } = proof;
  const digits = objectId(subject).length;
  const entries = new Map<string, TreeEntry>();
  const written: Promise<void>[] = [];
  const add = (object: StoredObject): string => {
    written.push(write(mirror, object, digits));
    return hashObject(object, digits);
  };
  for (const [name, text] of files) {
    if (!NAME.test(name)) throw new Error(`A proof has no file ${name}`);
    entries.set(name, { mode: FILE, id: add({ type: "blob", bytes: Buffer.from(text) }) });
  }
  const commit = writeCommit(mirror, {
    tree: add({ type: "tree", bytes: serializeTree(entries) }),
    parents: previous === null ? [] : [previous],
    message: `${subject}\n`,
    author: COMMIT_IDENTITY,
    atSeconds,
  });
  const [id] = await Promise.all([commit, ...written]);
  return id;
}

async function write(mirror: MirrorDirectory, object: StoredObject, digits: number): Promise<void> {
  const id = await writeObject(join(mirror.path, "objects"), object, digits);
  cacheObject(mirror, id, object);
}

/** Copies the objects of one proof into a repository's store. The commit comes last. */
export async function copyProof(
  mirror: MirrorDirectory,
  common: string,
  commit: string,
): Promise<void> {
  const tree = (await readCommit(mirror, commit))?.tree;
  if (tree === undefined) throw new Error(`The mirror has no proof ${commit}`);
  const blobs = [...(await readTree(mirror, tree)).values()].map(({ id }) => id);
  const copy = async (info: ObjectInfo | null): Promise<void> => {
    if (info === null || info.type === "tag") throw new Error(`The proof ${commit} is incomplete`);
    const object = { type: info.type, bytes: await readObject(mirror, info) };
    await writeObject(join(common, "objects"), object, commit.length);
  };
  const [last = null, ...others] = await readObjectInfo(mirror, [commit, tree, ...blobs]);
  await Promise.all(others.map(copy));
  await copy(last);
}

/** Copies a proof with all preceding proofs of its segment into a repository's store. */
export async function copySegment(
  mirror: MirrorDirectory,
  common: string,
  commit: string,
): Promise<void> {
  await pipeCommits(mirror, common, { commit, known: [] });
}
