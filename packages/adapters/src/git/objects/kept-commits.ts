import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ENGINE_EMAIL } from "@countersign/core";
import { createFile } from "../paths/create-file.ts";
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
  try {
    await createFile(draft, `${objectId(commit)}\n`, 0o600);
    renameInto(draft, place);
  } finally {
    rmSync(draft, { force: true });
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

/** Moves a ref file into place. Its folder may be missing, because maintenance packs refs and removes it. */
function renameInto(draft: string, place: string): void {
  try {
    renameSync(draft, place);
  } catch {
    mkdirSync(dirname(place), { recursive: true });
    renameSync(draft, place);
  }
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
  const version = versionOf(path);
  if (version === null) return NONE;
  const known = lastRead.get(path);
  if (known?.version === version) return known.names;
  const text = await readFile(path, "latin1");
  const names = new Set(text.split("\n").map((line) => line.slice(line.indexOf(" ") + 1)));
  lastRead.set(path, { version, names });
  for (const oldest of [...lastRead.keys()].slice(0, -MAX_FILES)) lastRead.delete(oldest);
  return names;
}

function versionOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}
