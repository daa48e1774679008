import { type Slice, safeText } from "@countersign/review";

const PLAIN = /^[ -~]*$/;
/** Columns of a character beyond ASCII, at most. */
const WIDE = 2;

/**
 * Splits a line into slices that fit into a number of columns. A slice takes one row of fixed height, so a line of any
 * length is shown whole and nothing scrolls sideways.
 */
export function sliceColumns(text: string, columns: number): readonly Slice[] {
  if (PLAIN.test(text)) return slicePlain(text.length, columns);
  const slices: Slice[] = [];
  let from = 0;
  let used = 0;
  let at = 0;
  for (const char of text) {
    const width = columnsOf(char);
    if (used + width > columns && at > from) {
      slices.push({ from, to: at });
      from = at;
      used = 0;
    }
    used += width;
    at += char.length;
  }
  return [...slices, { from, to: text.length }];
}

function slicePlain(length: number, columns: number): Slice[] {
  const slices: Slice[] = [{ from: 0, to: Math.min(length, columns) }];
  for (let from = columns; from < length; from += columns)
    slices.push({ from, to: Math.min(length, from + columns) });
  return slices;
}

/** Columns of a character as it is drawn: hidden characters are drawn as signs. */
function columnsOf(char: string): number {
  if (PLAIN.test(char)) return 1;
  const shown = safeText(char);
  return shown === char ? WIDE : shown.length + (shown.startsWith("‹") ? WIDE : 0);
}
