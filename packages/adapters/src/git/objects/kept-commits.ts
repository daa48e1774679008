import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ENGINE_EMAIL } from "@countersign/core";
import { keptRef, objectId } from "../paths/names.ts";
import { readSmallFile } from "../paths/read-small-file.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { readCommit } from "./read-objects.ts";

const MAX_REF = 100;

/**
 * Creates a ref for a commit in the mirror, so that its objects stay.
 *
 * The ref's name contains the commit's id, so it can have only one value and needs no lock:
 * concurrent writers write the same.
 */
export async function keepCommit(mirror: MirrorDirectory, commit: string): Promise<void> {
  if (mirror.isUnkept) return;
  const place = join(mirror.path, keptRef(commit));
  const draft = join(mirror.path, `ref-${randomUUID()}`);
  await mkdir(dirname(place), { recursive: true });
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${objectId(commit)}\n`);
    await file.sync();
    await renameInto(draft, place);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

/**
 * Keeps submitted work and, if the engine created its commit, its parent: the next submission needs
 * it.
 */
export async function keepSubmittedWork(mirror: MirrorDirectory, commit: string): Promise<void> {
  const found = await readCommit(mirror, commit);
  const isOurs = found?.committer?.email === ENGINE_EMAIL;
  for (const id of [...(isOurs ? found.parents : []), commit])
    if (!(await isKept(mirror, id))) await keepCommit(mirror, id);
}

/**
 * Moves a ref file into place. Retries, because maintenance packs refs and removes their folder.
 */
async function renameInto(draft: string, place: string): Promise<void> {
  await rename(draft, place).catch(async () => {
    await mkdir(dirname(place), { recursive: true });
    await rename(draft, place);
  });
}

/** Returns true if the mirror has a ref for a commit, and therefore all its objects. */
export async function isKept(mirror: MirrorDirectory, commit: string): Promise<boolean> {
  const ref = keptRef(commit);
  const loose = await readSmallFile(join(mirror.path, ref), MAX_REF);
  if (loose !== null) return loose.trimEnd() === commit;
  return (await packedNames(join(mirror.path, "packed-refs"))).has(ref);
}

type PackedNames = { version: string; names: ReadonlySet<string> };

const NONE: ReadonlySet<string> = new Set();
const lastRead = new Map<string, PackedNames>();
const MAX_FILES = 16;

/** Returns the refs in the packed-refs file. Reads the file again only if it has changed. */
async function packedNames(path: string): Promise<ReadonlySet<string>> {
  const version = await versionOf(path);
  if (version === null) return NONE;
  const known = lastRead.get(path);
  if (known?.version === version) return known.names;
  const text = await readFile(path, "latin1");
  const names = new Set(text.split("\n").map((line) => line.slice(line.indexOf(" ") + 1)));
  lastRead.set(path, { version, names });
  for (const oldest of [...lastRead.keys()].slice(0, -MAX_FILES)) lastRead.delete(oldest);
  return names;
}

async function versionOf(path: string): Promise<string | null> {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  return stats === null ? null : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}
