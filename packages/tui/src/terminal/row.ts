import { safeText } from "@countersign/review";
import type { Paint } from "../theme/paint.ts";
import { cutTo, shorten, widthOf } from "./measure.ts";

/** A piece of a line and how it looks. Its text went through `safeText`. */
export type Span = { readonly text: string; readonly paint: Paint };

/** One line of the screen. */
export type Row = readonly Span[];

/** What a row may be written with. */
export type Piece = string | Span;

export function span(text: string, paint: Paint = "plain"): Span {
  return { text: safeText(text), paint };
}

export function row(...pieces: readonly Piece[]): Row {
  return pieces.map((piece) => (typeof piece === "string" ? span(piece) : piece));
}

export function rowWidth(cells: Row): number {
  return cells.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Exactly so many cells: what is too long ends with a sign, what is too short with spaces. */
export function fit(cells: Row, width: number, sign = "…"): Row {
  const wide = rowWidth(cells);
  if (wide === width) return cells;
  if (wide < width) return [...cells, span(" ".repeat(width - wide))];
  return cutRow(cells, Math.max(0, width), sign);
}

function cutRow(cells: Row, width: number, sign: string): Row {
  const kept: Span[] = [];
  let left = width - widthOf(sign);
  for (const { text, paint } of cells) {
    const wide = widthOf(text);
    if (wide > left) {
      const head = cutTo(text, left);
      kept.push({ text: head, paint }, span(sign));
      left -= widthOf(head);
      break;
    }
    kept.push({ text, paint });
    left -= wide;
  }
  return left > 0 ? [...kept, span(" ".repeat(left))] : kept;
}

/** The right part keeps its place at the end; the left gives way. */
export function apart(left: Row, right: Row, width: number): Row {
  const room = width - rowWidth(right);
  if (room <= 0) return fit(right, width);
  return [...fit(left, room), ...right];
}

/** One text in exactly so many cells. */
export function cell(text: string, width: number, paint: Paint = "plain"): Span {
  const shown = shorten(safeText(text), width);
  return { text: shown + " ".repeat(Math.max(0, width - widthOf(shown))), paint };
}

/** The same at its right end. */
export function rightCell(text: string, width: number, paint: Paint = "plain"): Span {
  const shown = shorten(safeText(text), width);
  return { text: " ".repeat(Math.max(0, width - widthOf(shown))) + shown, paint };
}

export function textOf(cells: Row): string {
  return cells.map(({ text }) => text).join("");
}
