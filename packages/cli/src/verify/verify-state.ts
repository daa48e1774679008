import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { checkpoints } from "@countersign/core";
import { z } from "zod";

const Hex64 = z.string().regex(/^[0-9a-f]{64}$/);
const ObjectName = z.string().regex(/^[0-9a-f]{40,64}$/);

/** The chain up to a verified move. A later run begins there. */
const Bookmark = z.object({
  number: z.int().min(1),
  /** The digest of the move. */
  move: Hex64,
  commit: ObjectName,
  /** The commit that contains the proof, and with it all proofs of the segment before it. */
  proof: ObjectName,
  /** The ends of the segments before, by their number. */
  segments: z.record(z.string(), ObjectName),
  /** The digests of all acts up to the move, one after another. */
  used: z.string().regex(/^(?:[0-9a-f]{64})*$/),
  /** The roots of the complete subtrees of the Merkle tree of all moves. Missing in files of older releases. */
  tree: z
    .string()
    .regex(/^(?:[0-9a-f]{64})+$/)
    .optional(),
  /** The cosigned checkpoint that was compared with the chain. */
  witnessed: z.object({ size: z.int().min(1), root: Hex64 }).optional(),
  /** The digest of the revocations and undone acts that were known. Others mean a walk from the root. */
  known: Hex64,
  unproved: z.array(z.int()),
  revoked: z.array(z.int()),
});
export type Bookmark = z.infer<typeof Bookmark>;

const RememberedClone = z.object({
  version: z.literal(1),
  root: z.string().regex(/^csr1[0-9a-f]{64}$/),
  bookmark: Bookmark.nullable(),
});
type RememberedClone = z.infer<typeof RememberedClone>;

/** What this user's earlier runs remember about a target of a clone. */
export type VerifyState = {
  /** The file of it. */
  file: string;
  remembered: RememberedClone | null;
};

/** Reads what earlier runs remember. A file that cannot be read counts as missing. */
export async function readVerifyState(
  folder: string,
  clone: string,
  target: string,
): Promise<VerifyState> {
  const file = join(folder, `${digest(["clone", clone, target])}.json`);
  return { file, remembered: await readRemembered(file) };
}

/** Returns the root that any clone of this repository was first verified with. Null if there was none. */
export async function readRootOf(
  folder: string,
  repository: string,
  target: string,
): Promise<string | null> {
  return (await readRemembered(fileOf(folder, repository, target)))?.root ?? null;
}

/** Remembers the root of a repository for its other clones. */
export async function writeRootOf(
  folder: string,
  { repository, target }: { repository: string; target: string },
  root: string,
): Promise<boolean> {
  return await writeState(fileOf(folder, repository, target), { version: 1, root, bookmark: null });
}

function fileOf(folder: string, repository: string, target: string): string {
  return join(folder, `${digest(["repository", repository, target])}.json`);
}

/** Writes a state as a whole. Returns false if the directory cannot be written. */
export async function writeState(file: string, state: RememberedClone): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(join(file, ".."), { recursive: true, mode: 0o700 });
    await writeFile(draft, `${JSON.stringify(state)}\n`, { mode: 0o600 });
    await rename(draft, file);
    return true;
  } catch {
    await rm(draft, { force: true }).catch(() => {});
    return false;
  }
}

async function readRemembered(file: string): Promise<RememberedClone | null> {
  try {
    return RememberedClone.parse(JSON.parse(await readOwnFile(file)));
  } catch {
    return null;
  }
}

const WRITABLE_BY_OTHERS = 0o022;

/** Reads a file that no other account can write. */
async function readOwnFile(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { mode, uid } = await file.stat();
    const isOwn = uid === process.getuid?.() && (mode & WRITABLE_BY_OTHERS) === 0;
    if (!isOwn) throw new Error("another account can write this file");
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

function digest(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

const DIGITS = 64;

/** Returns the acts up to a bookmark. */
export function usedActs({ used }: Bookmark): Set<string> {
  return new Set(digestsIn(used));
}

/** Returns the Merkle tree of the moves up to a bookmark. Null: an older release wrote it. */
export function treeAt({ number: size, tree }: Bookmark): checkpoints.TreeFrontier | null {
  return tree === undefined ? null : { size, roots: digestsIn(tree) };
}

function digestsIn(text: string): string[] {
  const digests = [];
  for (let at = 0; at < text.length; at += DIGITS) digests.push(text.slice(at, at + DIGITS));
  return digests;
}
