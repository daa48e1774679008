import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import { withLentObjects } from "./lent-objects.ts";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { objectId } from "./names.ts";
import { pipeGit } from "./run-git.ts";

/** Largest pack that is taken over at once. */
const MAX_PACK_BYTES = 4 * 1024 * 1024 * 1024;

/** How many kept commits are named to the packer as already there. */
const KNOWN_TIPS = "200";

/** Faults of dates and names that old tools left in histories; they hide nothing. All others are refused. */
const STRICT =
  "--strict=badTimezone=warn,missingSpaceBeforeDate=warn,missingNameBeforeEmail=warn,zeroPaddedDate=warn";

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

/**
 * Copies a commit with its history from a repository's object store into the mirror.
 *
 * Git runs in the mirror, with the store lent for reading: neither the repository's settings nor its
 * refs are seen. The mirror computes every id anew and checks every link, so a store that lies about its
 * objects is refused.
 */
export async function copyIntoMirror(
  mirror: MirrorDirectory,
  common: string,
  commit: string,
): Promise<void> {
  const known = await knownTips(mirror);
  if (await isKept(mirror, commit, known)) return;
  await withLentObjects(mirror, common, async (lent) => {
    const from = { gitDir: mirror.path, args: PACK, input: revisions(commit, known) };
    await pipeGit(
      mirror.settings,
      { ...from, variables: { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(lent) } },
      {
        gitDir: mirror.path,
        args: ["index-pack", "--stdin", STRICT, `--max-input-size=${MAX_PACK_BYTES}`],
      },
    );
  });
  await requireComplete(mirror, commit, known);
}

/** Copies a commit out of the mirror into a repository's object store, unless it is part of a known one. */
export async function copyOutOfMirror(
  mirror: MirrorDirectory,
  common: string,
  { commit, known }: { commit: string; known: string },
): Promise<void> {
  if (await isKept(mirror, commit, [known])) return;
  await pipeGit(
    mirror.settings,
    { gitDir: mirror.path, args: PACK, input: revisions(commit, [known]) },
    {
      gitDir: mirror.path,
      args: ["index-pack", "--stdin"],
      variables: { GIT_OBJECT_DIRECTORY: join(common, "objects") },
    },
  );
}

function revisions(commit: string, known: readonly string[]): string {
  return [objectId(commit), ...known.map((id) => `^${id}`)].map((line) => `${line}\n`).join("");
}

/** Whether the mirror holds a commit as part of something it keeps. */
async function isKept(
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

/** Walks everything new, without the lent store, before any ref may name it. */
async function requireComplete(
  mirror: MirrorDirectory,
  commit: string,
  known: readonly string[],
): Promise<void> {
  const { output } = await mirror.run(["cat-file", "--batch-check=%(objecttype)"], {
    input: `${objectId(commit)}\n`,
  });
  if (output.toString("latin1") !== "commit\n") {
    throw new CountersignError("invalid_input", "The repository's objects do not fit their ids");
  }
  await mirror.run(["rev-list", "--objects", "--quiet", "--stdin"], {
    input: revisions(commit, known),
  });
}
