import { safeText } from "@countersign/review";
import type { Paint } from "../theme/paint.ts";
import { cellWidth, cutText, shortenText } from "./measure.ts";

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
  return cells.reduce((sum, { text }) => sum + cellWidth(text), 0);
}

/** Cuts or pads a row to exactly this width; a cut row ends with a symbol. */
export function fitRow(cells: ScreenRow, width: number, sign = "…"): ScreenRow {
  const wide = rowWidth(cells);
  if (wide === width) return cells;
  if (wide < width) return [...cells, padding(width - wide, cells.at(-1))];
  return cutRow(cells, Math.max(0, width), sign);
}

function cutRow(cells: ScreenRow, width: number, sign: string): ScreenRow {
  const kept: Span[] = [];
  let left = width - cellWidth(sign);
  for (const one of cells) {
    const wide = cellWidth(one.text);
    if (wide > left) {
      const head = cutText(one.text, left);
      kept.push({ ...one, text: head }, span(sign));
      left -= cellWidth(head);
      break;
    }
    kept.push(one);
    left -= wide;
  }
  return left > 0 ? [...kept, span(" ".repeat(left))] : kept;
}

/** Puts two parts at the ends of a row; the left part is shortened if needed. */
export function spreadRow(left: ScreenRow, right: ScreenRow, width: number): ScreenRow {
  const room = width - rowWidth(right);
  if (room <= 0) return fitRow(right, width);
  return [...fitRow(left, room), ...right];
}

/** Draws a text in exactly this many cells, left-aligned. */
export function cell(text: string, width: number, paint: Paint = "plain"): Span {
  const shown = shortenText(safeText(text), width);
  return { text: shown + " ".repeat(Math.max(0, width - cellWidth(shown))), paint };
}

/** Draws a text in exactly this many cells, right-aligned. */
export function rightCell(text: string, width: number, paint: Paint = "plain"): Span {
  const shown = shortenText(safeText(text), width);
  return { text: " ".repeat(Math.max(0, width - cellWidth(shown))) + shown, paint };
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
    end += cellWidth(text);
    if (column < end) return hit ?? null;
  }
  return null;
}

export function rowText(cells: ScreenRow): string {
  return cells.map(({ text }) => text).join("");
}
