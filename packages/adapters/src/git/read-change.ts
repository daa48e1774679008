import { type Content, CountersignError, type RawChange, type RawEntry } from "@countersign/core";
import { blobSizes, diffEntries, diffPatch, type Trees } from "./diff-entries.ts";
import { treeOf } from "./fetch.ts";
import { generatedPaths } from "./generated-paths.ts";
import { keyChanges } from "./key-changes.ts";
import { listCommits } from "./list-commits.ts";
import type { MirrorDirectory } from "./mirror-directory.ts";
import { withPrivateIndex } from "./mirror-directory.ts";
import { objectId } from "./names.ts";
import { replaceEntries } from "./replace-entries.ts";
import { splitPatch } from "./split-patch.ts";

/** Above this a file is listed, not shown. */
const MAX_FILE_BYTES = 1024 * 1024;

/** Above this no patches are read at all: every file then counts as too large. */
const MAX_PATCH_BYTES = 64 * 1024 * 1024;

type Renames = "equal" | "similar";

/** Reads what a change consists of, from its two trees alone. */
export async function readChange(
  mirror: MirrorDirectory,
  content: Content,
  protectedKeys: readonly string[],
): Promise<RawChange> {
  if ((await treeOf(mirror, content.head)) !== content.tree) {
    throw new CountersignError("stale_content", "The content names another tree than its head");
  }
  const trees = { from: content.base, to: content.tree };
  const plain = await diffEntries(mirror, trees, "none");
  const sizes = await blobSizes(mirror, plain);
  const isLarge = ({ oldId, newId }: RawEntry): boolean =>
    Math.max(sizes.get(oldId) ?? 0, sizes.get(newId) ?? 0) > MAX_FILE_BYTES;

  // Looking for similar files reads them whole, so one large file is reason enough not to.
  const renames: Renames = plain.some(isLarge) ? "equal" : "similar";
  const entries = await diffEntries(mirror, trees, renames);
  const large = entries.filter(isLarge).map(({ path }) => path);
  const patches = await readPatches(mirror, trees, { entries, large: new Set(large), renames });
  const paths = entries.map(({ path }) => path);
  return {
    content,
    entries,
    commits: await listCommits(mirror, content),
    patches: patches ?? [],
    generatedPaths: await generatedPaths(mirror, content.base, paths),
    keyChanges: await keyChanges(mirror, plain, protectedKeys),
    tooLarge: patches === null ? paths : large,
  };
}

type PatchInput = { entries: readonly RawEntry[]; large: ReadonlySet<string>; renames: Renames };

/** The patches as text, each path once; null when they are too large together. */
async function readPatches(
  mirror: MirrorDirectory,
  trees: Trees,
  { entries, large, renames }: PatchInput,
): Promise<{ path: string; patch: string }[] | null> {
  const small = entries.filter(({ path }) => !large.has(path));
  const to = large.size === 0 ? trees.to : await treeWith(mirror, trees.from, small);
  const patch = await diffPatch(
    mirror,
    { from: trees.from, to },
    {
      renames,
      maxOutput: MAX_PATCH_BYTES,
    },
  ).catch(tooMuch);
  if (patch === null) return null;

  const texts = new Map<string, string>();
  for (const part of splitPatch(patch, small)) {
    texts.set(part.path, (texts.get(part.path) ?? "") + part.patch.toString("utf8"));
  }
  return [...texts].map(([path, text]) => ({ path, patch: text }));
}

/** The first tree with the small changes only. */
async function treeWith(
  mirror: MirrorDirectory,
  from: string,
  small: readonly RawEntry[],
): Promise<string> {
  return await withPrivateIndex(mirror, async (variables) => {
    await mirror.run(["read-tree", objectId(from)], { variables });
    const moved = small.flatMap(({ status, oldPath, newId }) =>
      status === "renamed" && oldPath !== undefined
        ? [{ path: oldPath, newMode: "000000", newId: "0".repeat(newId.length) }]
        : [],
    );
    return await replaceEntries(mirror, variables, [...moved, ...small]);
  });
}

function tooMuch(error: unknown): null {
  if (error instanceof CountersignError && error.code === "too_large") return null;
  throw error;
}
