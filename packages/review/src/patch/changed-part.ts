/** A part of a text, from its first character to the one behind its last. */
export type Slice = { readonly from: number; readonly to: number };

/** Share of a line that both versions must have in common to count as an edit instead of a replacement. */
const MIN_COMMON = 0.3;

/** The part of a line that differs from its other version; null if nearly all of it does. */
export function changedPart(text: string, other: string): Slice | null {
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  const longer = Math.max(text.length, other.length);
  return start + end < longer * MIN_COMMON ? null : { from: start, to: text.length - end };
}
