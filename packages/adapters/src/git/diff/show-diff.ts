import type { RawEntry } from "@countersign/core";
import type { DiffCaps, DiffOptions, ShownDiff, UnshownFile } from "@countersign/engine";
import { resolveTree } from "../objects/read-objects.ts";
import { replaceEntries } from "../objects/replace-entries.ts";
import { objectId } from "../paths/names.ts";
import { type MirrorDirectory, withPrivateIndex } from "../program/mirror-directory.ts";
import { changedFiles } from "./changed-files.ts";
import { blobSizes, diffEntries, diffPatch, type Trees } from "./diff-entries.ts";
import { proveShown } from "./prove-shown.ts";
import { type PatchPart, splitPatch } from "./split-patch.ts";

const DEFAULT_CAPS: DiffCaps = {
  fileBytes: 1024 * 1024,
  diffBytes: 5 * 1024 * 1024,
  files: 2_000,
  totalBytes: 64 * 1024 * 1024,
};

/** What the lines around a hunk and a header may add to the bytes of the files themselves. */
const MAX_OVERHEAD = 16_384;

/** Shows what lies between two trees, and proves that nothing is missing from what is shown and listed. */
export async function showDiff(
  mirror: MirrorDirectory,
  trees: Trees,
  { file, ...caps }: DiffOptions = {},
): Promise<ShownDiff> {
  const limits: Limits = { ...DEFAULT_CAPS, ...caps, whole: file !== undefined };
  await requireFew(mirror, trees);
  const entries = await diffEntries(mirror, trees, "none");
  const wanted = entries.filter(({ path }) => file === undefined || path === file);
  const others = entries.filter((entry) => !wanted.includes(entry)).map(({ path }) => path);
  const large = new Set([...(await tooLarge(mirror, wanted, limits)), ...others]);
  const first = await showWithout(mirror, trees, entries, large, limits);
  const beyond = beyondCap(first.parts, limits.diffBytes);
  const shown =
    beyond.size === 0
      ? first
      : await showWithout(mirror, trees, entries, new Set([...large, ...beyond]), limits);

  await proveShown(mirror, trees, shown);
  // All of the change was proven; what was not asked for is not listed.
  const unshown = shown.unshown.filter(({ path }) => file === undefined || path === file);
  return { patch: shown.patch, files: shown.parts, unshown };
}

type Limits = DiffCaps & { whole: boolean };

/** Refuses what unfolds into too many paths before git is asked to hold them all. */
async function requireFew(mirror: MirrorDirectory, { from, to }: Trees): Promise<void> {
  await changedFiles(mirror, {
    from: await resolveTree(mirror, from),
    to: await resolveTree(mirror, to),
  });
}

type ShownPatch = { patch: Buffer; parts: PatchPart[]; unshown: UnshownFile[] };

/** Paths that are above a cap, in the order of the diff. */
async function tooLarge(
  mirror: MirrorDirectory,
  entries: readonly RawEntry[],
  caps: DiffCaps,
): Promise<Set<string>> {
  const sizes = await blobSizes(mirror, entries);
  const large = new Set<string>();
  let files = 0;
  let total = 0;
  for (const { path, oldId, newId } of entries) {
    const sides = [sizes.get(oldId) ?? 0, sizes.get(newId) ?? 0];
    const sum = sides.reduce((one, other) => one + other);
    const fits = Math.max(...sides) <= caps.fileBytes && total + sum <= caps.totalBytes;
    if (fits && files < caps.files) {
      files += 1;
      total += sum;
    } else {
      large.add(path);
    }
  }
  return large;
}

/** The patch to a tree in which the paths left out are still as they were. */
async function showWithout(
  mirror: MirrorDirectory,
  { from, to }: Trees,
  entries: readonly RawEntry[],
  leftOut: ReadonlySet<string>,
  caps: Limits,
): Promise<ShownPatch> {
  const shownEntries = entries.filter(({ path }) => !leftOut.has(path));
  const unshown = entries.filter(({ path }) => leftOut.has(path));
  const target = unshown.length === 0 ? to : await treeOfShown(mirror, from, shownEntries);
  const patch = await diffPatch(
    mirror,
    { from, to: target },
    {
      renames: "none",
      whole: caps.whole,
      maxOutput: 2 * caps.totalBytes + MAX_OVERHEAD * (shownEntries.length + 1),
    },
  );
  return {
    patch,
    parts: splitPatch(patch, shownEntries),
    unshown: unshown.map(({ path, oldMode, newMode, oldId, newId }) => ({
      path,
      oldMode,
      newMode,
      oldId,
      newId,
      why: "too_large",
    })),
  };
}

async function treeOfShown(
  mirror: MirrorDirectory,
  from: string,
  shown: readonly RawEntry[],
): Promise<string> {
  return await withPrivateIndex(mirror, async (variables) => {
    await mirror.run(["read-tree", objectId(from)], { variables });
    return await replaceEntries(mirror, variables, shown);
  });
}

function beyondCap(parts: readonly PatchPart[], maxBytes: number): Set<string> {
  const beyond = new Set<string>();
  let total = 0;
  for (const { path, patch } of parts) {
    total += patch.length;
    if (total > maxBytes) beyond.add(path);
  }
  return beyond;
}
