import { safeText } from "@countersign/review";
import type { Paint } from "../theme/paint.ts";
import { cutTo, shorten, widthOf } from "./measure.ts";

/** The effect of a click on a part of the screen: a key, or an entry of a region of the panel. */
export type Hit =
  | { readonly is: "key"; readonly key: string }
  | { readonly is: "entry"; readonly region: string; readonly at: number };

/** A piece of a line and its style. Its text is sanitized by `safeText`. */
export type Span = { readonly text: string; readonly paint: Paint; readonly hit?: Hit };

/** One line of the screen. */
export type ScreenRow = readonly Span[];

/** The pieces from which a row is built. */
export type Piece = string | Span;

export function span(text: string, paint: Paint = "plain"): Span {
  return { text: safeText(text), paint };
}

export function row(...pieces: readonly Piece[]): ScreenRow {
  return pieces.map((piece) => (typeof piece === "string" ? span(piece) : piece));
}

export function rowWidth(cells: ScreenRow): number {
  return cells.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Cuts or pads a row to exactly this width; a cut row ends with a symbol. */
export function fit(cells: ScreenRow, width: number, sign = "…"): ScreenRow {
  const wide = rowWidth(cells);
  if (wide === width) return cells;
  if (wide < width) return [...cells, padding(width - wide, cells.at(-1))];
  return cutRow(cells, Math.max(0, width), sign);
}

function cutRow(cells: ScreenRow, width: number, sign: string): ScreenRow {
  const kept: Span[] = [];
  let left = width - widthOf(sign);
  for (const one of cells) {
    const wide = widthOf(one.text);
    if (wide > left) {
      const head = cutTo(one.text, left);
      kept.push({ ...one, text: head }, span(sign));
      left -= widthOf(head);
      break;
    }
    kept.push(one);
    left -= wide;
  }
  return left > 0 ? [...kept, span(" ".repeat(left))] : kept;
}

/** Puts two parts at the ends of a row; the left part is shortened if needed. */
export function apart(left: ScreenRow, right: ScreenRow, width: number): ScreenRow {
  const room = width - rowWidth(right);
  if (room <= 0) return fit(right, width);
  return [...fit(left, room), ...right];
}

/** Draws a text in exactly this many cells, left-aligned. */
export function cell(text: string, width: number, paint: Paint = "plain"): Span {
  const shown = shorten(safeText(text), width);
  return { text: shown + " ".repeat(Math.max(0, width - widthOf(shown))), paint };
}

/** Draws a text in exactly this many cells, right-aligned. */
export function rightCell(text: string, width: number, paint: Paint = "plain"): Span {
  const shown = shorten(safeText(text), width);
  return { text: " ".repeat(Math.max(0, width - widthOf(shown))) + shown, paint };
}

/** Pads a row; the padding belongs to the row's entry. */
function padding(width: number, last: Span | undefined): Span {
  const blank = span(" ".repeat(width));
  return last?.hit?.is === "entry" ? { ...blank, hit: last.hit } : blank;
}

/** Makes a whole row an entry of a region; key hints in it stay key hints. */
export function entryRow(cells: ScreenRow, region: string, at: number): ScreenRow {
  const hit: Hit = { is: "entry", region, at };
  return cells.map((cell) => (cell.hit === undefined ? { ...cell, hit } : cell));
}

/** Returns the effect of a click on a column of a row; null if there is none. */
export function hitAt(cells: ScreenRow, column: number): Hit | null {
  let end = 0;
  for (const { text, hit } of cells) {
    end += widthOf(text);
    if (column < end) return hit ?? null;
  }
  return null;
}

export function textOf(cells: ScreenRow): string {
  return cells.map(({ text }) => text).join("");
}
