import type { RawEntry } from "@countersign/core";

export type PatchPart = { path: string; patch: Buffer };

const START = Buffer.from("diff --git ");
const NEXT = Buffer.from("\ndiff --git ");

/**
 * Splits a patch into one part per path.
 *
 * Inside a hunk every line begins with a sign, so content cannot look like the first line of a
 * part. The names in the patch are not parsed: parts are in the order of the entries, and their
 * number must match.
 */
export function splitPatch(patch: Buffer, entries: readonly RawEntry[]): PatchPart[] {
  const parts = cutPatch(patch);
  const paths = entries.flatMap((entry) => Array(partsOf(entry)).fill(entry.path));
  if (parts.length !== paths.length) throw new Error("The patch does not fit its list of paths");
  return parts.map((part, index) => ({ path: String(paths[index]), patch: part }));
}

/** Splits a patch into parts. */
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

/** Returns the number of parts of an entry. A change of type is a removal and an addition. */
function partsOf({ status }: RawEntry): number {
  return status === "type_changed" ? 2 : 1;
}
