import type { RawEntry } from "@countersign/core";
import type { DiffCaps, DiffOptions, ShownDiff, UnshownFile } from "@countersign/engine";
import { resolveTree } from "../objects/read-objects.ts";
import { replaceEntries } from "../objects/replace-entries.ts";
import { objectId } from "../paths/names.ts";
import { type MirrorDirectory, withPrivateIndex } from "../program/mirror-directory.ts";
import { changedFiles } from "./changed-files.ts";
import { blobSizes, diffEntries, diffPatch, type Trees, WHOLE } from "./diff-entries.ts";
import { proveShown } from "./prove-shown.ts";
import { type PatchPart, splitPatch } from "./split-patch.ts";

const DEFAULT_CAPS: DiffCaps = {
  fileBytes: 1024 * 1024,
  diffBytes: 5 * 1024 * 1024,
  files: 2_000,
  totalBytes: 64 * 1024 * 1024,
};

/** Maximum bytes that context lines and a header add to the size of the files. */
const MAX_OVERHEAD = 16_384;

/**
 * Shows the diff between two trees, and proves that the shown and the listed files are complete.
 */
export async function showDiff(
  mirror: MirrorDirectory,
  trees: Trees,
  { file, paths, context, ...caps }: DiffOptions = {},
): Promise<ShownDiff> {
  const limits: Limits = {
    ...DEFAULT_CAPS,
    ...caps,
    context: file === undefined ? context : WHOLE,
  };
  const named = file === undefined ? paths : [file];
  const only = named && new Set(named);
  const isWanted = ({ path }: { path: string }) => only === undefined || only.has(path);
  await requireFew(mirror, trees);
  const entries = await diffEntries(mirror, trees, "none");
  const wanted = entries.filter(isWanted);
  const others = entries.filter((entry) => !isWanted(entry)).map(({ path }) => path);
  const large = new Set([...(await tooLarge(mirror, wanted, limits)), ...others]);
  const first = await showWithout(mirror, trees, entries, large, limits);
  const beyond = beyondCap(first.parts, limits.diffBytes);
  const shown =
    beyond.size === 0
      ? first
      : await showWithout(mirror, trees, entries, new Set([...large, ...beyond]), limits);

  await proveShown(mirror, trees, shown);
  // The whole change was proven; files outside the request are not listed.
  const unshown = shown.unshown.filter(isWanted);
  return { patch: shown.patch, files: shown.parts, unshown };
}

type Limits = DiffCaps & { context: number | undefined };

/** Refuses trees that expand to too many paths before git lists them. */
async function requireFew(mirror: MirrorDirectory, { from, to }: Trees): Promise<void> {
  await changedFiles(mirror, {
    from: await resolveTree(mirror, from),
    to: await resolveTree(mirror, to),
  });
}

type ShownPatch = { patch: Buffer; parts: PatchPart[]; unshown: UnshownFile[] };

/** Lists the paths above a size limit, in the order of the diff. */
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

/** Returns the patch to a tree in which the omitted paths are unchanged. */
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
      ...(caps.context !== undefined && { context: caps.context }),
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
