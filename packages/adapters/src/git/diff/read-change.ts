import { type Content, CountersignError, type RawChange, type RawEntry } from "@countersign/core";
import { listCommits } from "../objects/list-commits.ts";
import { resolveTree } from "../objects/read-objects.ts";
import { replaceEntries } from "../objects/replace-entries.ts";
import { pathBytes } from "../paths/byte-path.ts";
import { objectId } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { withPrivateIndex } from "../program/mirror-directory.ts";
import { changedFiles, type FileDelta } from "./changed-files.ts";
import {
  ABSENT,
  blobSizes,
  decodePath,
  diffEntries,
  diffPatch,
  patchOfPaths,
  type Renames,
  type Trees,
} from "./diff-entries.ts";
import { keyChanges } from "./key-changes.ts";
import { listGeneratedPaths } from "./list-generated-paths.ts";
import { splitPatch } from "./split-patch.ts";

/** Maximum size of a file that is shown. Larger files are listed. */
const MAX_FILE_BYTES = 1024 * 1024;

/** Maximum size of all patches. Above it, every file counts as too large. */
const MAX_PATCH_BYTES = 64 * 1024 * 1024;

/** Reads the files and patches of a change from its two trees. */
export async function readChange(
  mirror: MirrorDirectory,
  content: Content,
  protectedKeys: readonly string[],
): Promise<RawChange> {
  if ((await resolveTree(mirror, content.head)) !== content.tree) {
    throw new CountersignError("stale_content", "The content names another tree than its head");
  }
  return await readChangedTrees(mirror, content, { protectedKeys, commits: content });
}

/** Reads a change from its base and its tree. The commits may be others, if the clone lacks the reviewed ones. */
export async function readChangedTrees(
  mirror: MirrorDirectory,
  content: Content,
  {
    protectedKeys,
    commits: range,
  }: { protectedKeys: readonly string[]; commits: Pick<Content, "base" | "head"> },
): Promise<RawChange> {
  const trees = { from: await resolveTree(mirror, content.base), to: content.tree };
  const files = (await changedFiles(mirror, trees)).map(sidesOf);
  const sizes = [...(await blobSizes(mirror, files))];
  const largeIds = new Set(sizes.flatMap(([id, size]) => (size > MAX_FILE_BYTES ? [id] : [])));
  const hasLarge = largeIds.size > 0;
  const isLarge = ({ oldId, newId }: Sides): boolean =>
    hasLarge && (largeIds.has(oldId) || largeIds.has(newId));
  const renames = renamesIn(files, hasLarge);

  // If all files are small, the whole patch is read while they are listed.
  const whole = hasLarge ? null : readPatch(mirror, trees, renames);
  whole?.catch(() => {}); // handled below
  const entries = await diffEntries(mirror, trees, renames);
  const large = entries.filter(isLarge).map(({ path }) => path);
  const small = entries.filter((entry) => !isLarge(entry));
  const paths = entries.map(({ path }) => path);
  const [patch, commits, generated, keys] = await Promise.all([
    whole ?? readSmall(mirror, trees, { small, renames }),
    listCommits(mirror, range),
    listGeneratedPaths(mirror, content.accepted ?? content.base, paths),
    keyChanges(mirror, files, protectedKeys),
  ]);
  return {
    content,
    entries,
    commits,
    patches: patch === null ? [] : textsOf(patch, small),
    generatedPaths: generated,
    keyChanges: keys,
    tooLarge: patch === null ? paths : large,
  };
}

/** Lists the paths that differ between two sides, and the protected keys that do. */
export async function listChanges(
  mirror: MirrorDirectory,
  { from, to }: Trees,
  keys: readonly string[],
): Promise<{ paths: string[]; keys: string[] }> {
  const trees = { from: await resolveTree(mirror, from), to: await resolveTree(mirror, to) };
  const files = (await changedFiles(mirror, trees)).map(sidesOf);
  return { paths: files.map(({ path }) => path), keys: await keyChanges(mirror, files, keys) };
}

type Sides = Pick<RawEntry, "path" | "oldMode" | "newMode" | "oldId" | "newId">;

function sidesOf({ path, from, to }: FileDelta): Sides {
  const none = "0".repeat((from ?? to)?.id.length ?? 0);
  return {
    path: decodePath(pathBytes(path)),
    oldMode: from?.mode ?? ABSENT,
    newMode: to?.mode ?? ABSENT,
    oldId: from?.id ?? none,
    newId: to?.id ?? none,
  };
}

/**
 * Chooses how to detect renames. Without both a removed and an added path there are none. Comparing
 * content reads files whole, so one large file limits the search to equal blobs.
 */
function renamesIn(files: readonly Sides[], hasLarge: boolean): Renames {
  const isNew = files.some(({ oldMode }) => oldMode === ABSENT);
  const isGone = files.some(({ newMode }) => newMode === ABSENT);
  if (!(isNew && isGone)) return "none";
  return hasLarge ? "equal" : "similar";
}

/** Reads the patch of the small files only. */
async function readSmall(
  mirror: MirrorDirectory,
  { from, to }: Trees,
  { small, renames }: { small: readonly RawEntry[]; renames: Renames },
): Promise<Buffer | null> {
  if (mirror.isBorrowed) {
    const entries = { entries: small, renames };
    return await patchOfPaths(mirror, { from, to }, entries, MAX_PATCH_BYTES).catch(tooMuch);
  }
  return await readPatch(mirror, { from, to: await treeWith(mirror, from, small) }, renames);
}

/** Reads a patch; null if it is too large. */
async function readPatch(
  mirror: MirrorDirectory,
  trees: Trees,
  renames: Renames,
): Promise<Buffer | null> {
  return await diffPatch(mirror, trees, { renames, maxOutput: MAX_PATCH_BYTES }).catch(tooMuch);
}

/** Returns the text of the patch of each path. */
function textsOf(patch: Buffer, small: readonly RawEntry[]): { path: string; patch: string }[] {
  const texts = new Map<string, string>();
  for (const part of splitPatch(patch, small)) {
    texts.set(part.path, (texts.get(part.path) ?? "") + part.patch.toString("utf8"));
  }
  return [...texts].map(([path, text]) => ({ path, patch: text }));
}

/** Returns the first tree with the small changes applied. */
async function treeWith(
  mirror: MirrorDirectory,
  from: string,
  small: readonly RawEntry[],
): Promise<string> {
  return await withPrivateIndex(mirror, async (variables) => {
    await mirror.run(["read-tree", objectId(from)], { variables });
    const moved = small.flatMap(({ status, oldPath, newId }) =>
      status === "renamed" && oldPath !== undefined
        ? [{ path: oldPath, newMode: ABSENT, newId: "0".repeat(newId.length) }]
        : [],
    );
    return await replaceEntries(mirror, variables, [...moved, ...small]);
  });
}

function tooMuch(error: unknown): null {
  if (error instanceof CountersignError && error.code === "too_large") return null;
  throw error;
}
