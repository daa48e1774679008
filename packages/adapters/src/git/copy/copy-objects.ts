import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import type { StoredObject } from "../format/object-bytes.ts";
import { packBytes } from "../format/pack-bytes.ts";
import { relateCommits } from "../objects/commit-graph.ts";
import { isKept } from "../objects/kept-commits.ts";
import { readLoose } from "../objects/read-loose.ts";
import { readObject, readObjectInfo, resolveTree } from "../objects/read-objects.ts";
import { writeObject, writeObjects } from "../objects/write-object.ts";
import { objectId } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { pipeGit } from "../program/run-git.ts";
import { canWriteObjects } from "./check-objects.ts";
import { collectObjects } from "./collect-objects.ts";
import { withLentObjects } from "./lent-objects.ts";

/** Maximum size of a pack. */
const MAX_PACK_BYTES = 4 * 1024 * 1024 * 1024;

/** Maximum size of an object. Git copies larger ones. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Maximum number of kept commits that the packer may assume to be present. */
const KNOWN_TIPS = "200";

/**
 * Harmless defects of dates and names that old tools left in histories. All other defects are
 * refused.
 */
export const HARMLESS_DEFECTS = [
  "badTimezone",
  "missingSpaceBeforeDate",
  "missingNameBeforeEmail",
  "zeroPaddedDate",
] as const;

const STRICT = `--strict=${HARMLESS_DEFECTS.map((defect) => `${defect}=warn`).join(",")}`;

const PACK = [
  "pack-objects",
  "--quiet",
  "--revs",
  "--stdout",
  "--delta-base-offset",
  "--no-use-bitmap-index",
  "--window=0",
  "--threads=1",
] as const;

const TAKE_IN = ["index-pack", "--stdin", STRICT, `--max-input-size=${MAX_PACK_BYTES}`] as const;

/**
 * Copies a commit with its history from a repository's object store into the mirror.
 *
 * Writes a few plain objects itself and hands git a pack of more; otherwise git reads the store. In
 * all cases the mirror's git recomputes every id. Objects that we write have passed the checks that
 * git would have made of their format and links.
 */
export async function copyIntoMirror(
  mirror: MirrorDirectory,
  common: string,
  commit: string,
): Promise<void> {
  const store = join(common, "objects");
  const found = await collectObjects(
    {
      read: async (id) => (await readLoose(store, id)) ?? (await readStored(mirror, id)),
      isKnown: (id) => isKept(mirror, id),
      knownTree: (id) => resolveTree(mirror, id),
    },
    commit,
  );
  if (found === null) return await copyByGit(mirror, common, commit);
  const objects = [...found.objects.values()];
  if (await canWriteObjects(mirror, found, commit.length))
    return await writeObjects(mirror, objects, commit.length);
  await mirror.run(TAKE_IN, { input: packBytes(objects, commit.length) });
}

/** Reads a small object of the mirror; null if it is missing. */
async function readStored(mirror: MirrorDirectory, id: string): Promise<StoredObject | null> {
  const [info] = await readObjectInfo(mirror, [id]);
  if (!info || info.type === "tag" || info.size > MAX_BYTES) return null;
  return { type: info.type, bytes: await readObject(mirror, info) };
}

/**
 * Lets git read a repository's object store.
 *
 * Git runs in the mirror with the store as a read-only alternate, so it sees neither the
 * repository's settings nor its refs.
 */
export async function copyByGit(
  mirror: MirrorDirectory,
  common: string,
  commit: string,
): Promise<void> {
  const known = await knownTips(mirror);
  if (await isReached(mirror, commit, known)) return;
  await withLentObjects(mirror, common, async (lent) => {
    const from = { gitDir: mirror.path, args: PACK, input: revisions(commit, known) };
    await pipeGit(
      mirror.settings,
      { ...from, variables: { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(lent) } },
      { gitDir: mirror.path, args: TAKE_IN },
    );
  });
  await requireComplete(mirror, commit, known);
}

/**
 * Copies a commit out of the mirror into a repository's object store, unless a known commit
 * contains it. A crash leaves no object in the store without those that it names.
 */
export async function copyOutOfMirror(
  mirror: MirrorDirectory,
  common: string,
  { commit, known }: { commit: string; known: string },
): Promise<void> {
  const found = await newObjects(mirror, { commit, known });
  if (found !== null) {
    const store = join(common, "objects");
    for (const object of found) await writeObject(store, object, commit.length);
    return;
  }
  if (await isReached(mirror, commit, [known])) return;
  await pipeCommits(mirror, common, { commit, known: [known] });
}

/** Packs a commit of the mirror into a repository's object store, without the history of known commits. */
export async function pipeCommits(
  mirror: MirrorDirectory,
  common: string,
  { commit, known }: { commit: string; known: readonly string[] },
): Promise<void> {
  await pipeGit(
    mirror.settings,
    { gitDir: mirror.path, args: PACK, input: revisions(commit, known) },
    {
      gitDir: mirror.path,
      args: ["index-pack", "--stdin"],
      variables: { GIT_OBJECT_DIRECTORY: join(common, "objects") },
    },
  );
}

/** Lists the objects that a commit adds to a known one, commits last; null if there are many. */
async function newObjects(
  mirror: MirrorDirectory,
  { commit, known }: { commit: string; known: string },
): Promise<StoredObject[] | null> {
  const relation = await relateCommits(mirror, commit, known);
  if (relation === null) return null;
  const fresh = new Set(relation.onlyFirst);
  const found = await collectObjects(
    {
      read: (id) => readStored(mirror, id),
      isKnown: async (id) => !fresh.has(id),
      knownTree: (id) => resolveTree(mirror, id),
    },
    commit,
  );
  return found === null ? null : [...found.objects.values()].toReversed();
}

function revisions(commit: string, known: readonly string[]): string {
  return [objectId(commit), ...known.map((id) => `^${id}`)].map((line) => `${line}\n`).join("");
}

/** Returns true if the mirror keeps a commit or one of its descendants. */
async function isReached(
  mirror: MirrorDirectory,
  commit: string,
  known: readonly string[],
): Promise<boolean> {
  const { code, output } = await mirror.run(["rev-list", "--max-count=1", "--stdin"], {
    input: revisions(commit, known),
    answers: [0, 128],
  });
  return code === 0 && output.length === 0;
}

async function knownTips(mirror: MirrorDirectory): Promise<string[]> {
  const { output } = await mirror.run([
    "for-each-ref",
    `--count=${KNOWN_TIPS}`,
    "--sort=-creatordate",
    "--format=%(objectname)",
    "refs/countersign/",
  ]);
  return output.toString("latin1").split("\n").filter(Boolean).map(objectId);
}

/** Checks that every new object is present without the alternate, before a ref may name it. */
async function requireComplete(
  mirror: MirrorDirectory,
  commit: string,
  known: readonly string[],
): Promise<void> {
  const { output } = await mirror.run(["cat-file", "--batch-check=%(objecttype)"], {
    input: `${objectId(commit)}\n`,
  });
  if (output.toString("latin1") !== "commit\n") {
    throw new CountersignError("invalid_input", "Objects of the repository do not match their ids");
  }
  await mirror.run(["rev-list", "--objects", "--quiet", "--stdin"], {
    input: revisions(commit, known),
  });
}
