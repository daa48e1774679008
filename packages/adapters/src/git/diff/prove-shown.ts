import { CountersignError } from "@countersign/core";
import type { ShownDiff } from "@countersign/engine";
import { hashObject } from "../format/object-bytes.ts";
import type { TreeEntry } from "../format/parse-tree.ts";
import { editedTree } from "../objects/edit-tree.ts";
import { SUBMODULE } from "../objects/list-tree.ts";
import { findEntry } from "../objects/read-blob.ts";
import { readBlobs } from "../objects/read-blobs.ts";
import { resolveTree } from "../objects/read-objects.ts";
import type { BytePath } from "../paths/byte-path.ts";
import { objectId } from "../paths/names.ts";
import type { MirrorDirectory } from "../program/mirror-directory.ts";
import { applyHunks } from "./apply-hunks.ts";
import type { Trees } from "./diff-entries.ts";
import { type FilePatch, parsePatch, patchDoesNotApply } from "./parse-patch.ts";
import { cutPatch } from "./split-patch.ts";

const ABSENT = "000000";

/**
 * Applies the shown patch and the listed files to the first tree. Refuses if the result is not the
 * second tree.
 */
export async function proveShown(
  mirror: MirrorDirectory,
  { from, to }: Trees,
  shown: Pick<ShownDiff, "patch" | "unshown">,
): Promise<void> {
  const base = await resolveTree(mirror, from);
  const edits = await applyPatch(mirror, base, Buffer.from(shown.patch));
  for (const { path, newMode, newId } of shown.unshown) {
    const entry = newMode === ABSENT ? null : { mode: newMode, id: objectId(newId) };
    edits.set(Buffer.from(path).toString("latin1"), entry);
  }
  if ((await editedTree(mirror, base, edits)) !== (await resolveTree(mirror, to))) {
    throw new CountersignError("invalid_input", "The change cannot be shown as it is", {
      hint: "Its trees were not written by git; commit the work again",
    });
  }
}

/** Applies a patch to each path that it names, using its own lines only. */
async function applyPatch(
  mirror: MirrorDirectory,
  base: string,
  patch: Buffer,
): Promise<Map<BytePath, TreeEntry | null>> {
  const parts = cutPatch(patch).map(parsePatch);
  const before = new Map<FilePatch, TreeEntry>();
  for (const part of parts) {
    const entry = part.isNew ? null : await findEntry(mirror, base, part.path);
    if (entry !== null) before.set(part, entry);
    if (!part.isNew && !fits(part, entry)) throw patchDoesNotApply();
  }
  const blobs = await readOld(mirror, [...before.values()]);
  const made = new Map<BytePath, TreeEntry | null>();
  for (const part of parts) {
    const old = before.get(part);
    const bytes = old === undefined ? NOTHING : contentOf(old, blobs);
    const entry = applyPart(part, old, { bytes, digits: base.length });
    made.set(part.path, entry);
  }
  return made;
}

const NOTHING = Buffer.alloc(0);

function fits({ oldMode }: FilePatch, entry: TreeEntry | null): boolean {
  return entry !== null && (oldMode === null || entry.mode === oldMode);
}

async function readOld(
  mirror: MirrorDirectory,
  entries: readonly TreeEntry[],
): Promise<Map<string, Buffer>> {
  const ids = new Set(entries.filter(({ mode }) => mode !== SUBMODULE).map(({ id }) => id));
  const blobs = new Map<string, Buffer>();
  await readBlobs(mirror, [...ids], async (id, bytes) => {
    blobs.set(id, bytes);
  });
  return blobs;
}

/** The line in a patch that shows the commit of a submodule. */
const POINTER = /^Subproject commit ([0-9a-f]{40,64})\n$/;

function contentOf({ mode, id }: TreeEntry, blobs: ReadonlyMap<string, Buffer>): Buffer {
  if (mode === SUBMODULE) return Buffer.from(`Subproject commit ${id}\n`);
  return blobs.get(id) ?? NOTHING;
}

function applyPart(
  part: FilePatch,
  old: TreeEntry | undefined,
  { bytes, digits }: { bytes: Buffer; digits: number },
): TreeEntry | null {
  const next = applyHunks(bytes, part.hunks);
  if (part.isDeleted) {
    if (next.length > 0) throw patchDoesNotApply();
    return null;
  }
  const mode = part.newMode ?? old?.mode;
  if (mode === undefined) throw patchDoesNotApply();
  const id =
    mode === SUBMODULE
      ? POINTER.exec(next.toString("latin1"))?.[1]
      : hashObject({ type: "blob", bytes: next }, digits);
  if (id === undefined) throw patchDoesNotApply();
  return { mode, id };
}
