import type { Slice } from "./slice-line.ts";

/** A shorter common part says that the line was replaced, not edited. */
const MIN_COMMON = 0.3;

/** The part of a line in which it differs from its other version; null if nearly all of it does. */
export function changedPart(text: string, other: string): Slice | null {
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  const longer = Math.max(text.length, other.length);
  return start + end < longer * MIN_COMMON ? null : { from: start, to: text.length - end };
}
