import type { RawEntry } from "@countersign/core";

export type PatchPart = { path: string; patch: Buffer };

const START = Buffer.from("diff --git ");
const NEXT = Buffer.from("\ndiff --git ");

/**
 * Cuts a patch into the parts of its paths.
 *
 * Inside a hunk every line begins with a sign, so no content can look like a part's first line. The
 * names in the patch are not read: parts come in the order of the entries, and their number must fit.
 */
export function splitPatch(patch: Buffer, entries: readonly RawEntry[]): PatchPart[] {
  const parts = cutPatch(patch);
  const paths = entries.flatMap((entry) => Array(partsOf(entry)).fill(entry.path));
  if (parts.length !== paths.length) throw new Error("The patch does not fit its list of paths");
  return parts.map((part, index) => ({ path: String(paths[index]), patch: part }));
}

/** The parts of a patch, one for each path. */
export function cutPatch(patch: Buffer): Buffer[] {
  if (patch.length === 0) return [];
  if (!patch.subarray(0, START.length).equals(START)) throw new Error("That is not a patch");
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = patch.indexOf(NEXT); at !== -1; at = patch.indexOf(NEXT, from)) {
    parts.push(patch.subarray(from, at + 1));
    from = at + 1;
  }
  return [...parts, patch.subarray(from)];
}

/** A path that becomes another kind of thing is removed and added. */
function partsOf({ status }: RawEntry): number {
  return status === "type_changed" ? 2 : 1;
}
