import type { Slice } from "@countersign/review";
import { safeText } from "@countersign/review";
import { cellWidth } from "../../terminal/measure.ts";

const PLAIN = /^[ -~]*$/;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Cells of the widest replacement for a single character, such as `‹U+E0041›`. */
const MAX_CELLS = 9;

/** Splits a line into slices of at most `room` cells each. */
export function sliceLine(text: string, room: number): readonly Slice[] {
  const whole = [{ from: 0, to: text.length }];
  if (room <= 0 || text.length * MAX_CELLS <= room) return whole;
  if (PLAIN.test(text)) return text.length <= room ? whole : slicePlain(text.length, room);
  return sliceGraphemes(text, room);
}

function slicePlain(length: number, room: number): Slice[] {
  const slices: Slice[] = [];
  for (let from = 0; from < length; from += room)
    slices.push({ from, to: Math.min(length, from + room) });
  return slices;
}

function sliceGraphemes(text: string, room: number): Slice[] {
  const slices: Slice[] = [];
  let from = 0;
  let used = 0;
  for (const { index, cells } of charactersOf(text, room)) {
    if (used + cells > room && index > from) {
      slices.push({ from, to: index });
      from = index;
      used = 0;
    }
    used += cells;
  }
  return [...slices, { from, to: text.length }];
}

/** Yields characters as a reader sees them; a character wider than a row is split into its code points. */
function* charactersOf(text: string, room: number): Generator<{ index: number; cells: number }> {
  for (const { segment, index } of graphemes.segment(text)) {
    const cells = cellWidth(safeText(segment));
    if (cells <= room) {
      yield { index, cells };
      continue;
    }
    let at = index;
    for (const point of segment) {
      yield { index: at, cells: cellWidth(safeText(point)) };
      at += point.length;
    }
  }
}

/** Cells of a line's number. */
export const NUMBER_CELLS = 5;
const SIGN_CELLS = 3;
const SIDE_SIGN_CELLS = 2;

/** Cells for code in a row with both versions in one column. */
export function unifiedRoom(width: number): number {
  return Math.max(1, width - NUMBER_CELLS * 2 - SIGN_CELLS);
}

/** Cells of one of two sides. */
export function sideWidth(width: number): number {
  return Math.floor((width - 1) / 2);
}

/** Cells for code in one of two sides. */
export function sideRoom(width: number): number {
  return Math.max(1, sideWidth(width) - NUMBER_CELLS - SIDE_SIGN_CELLS);
}
