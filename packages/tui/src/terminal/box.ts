import { SIGNS } from "@countersign/review";
import { apart, fit, row, type ScreenRow, span } from "./row.ts";

export const BOX = {
  horizontal: "─",
  vertical: "│",
  topLeft: "┌",
  topRight: "┐",
  bottomLeft: "└",
  bottomRight: "┘",
  left: "├",
  right: "┤",
  down: "┬",
  up: "┴",
  cross: "┼",
} as const;

export type Size = { readonly columns: number; readonly rows: number };

/** A panel around the whole screen: head, body, and the keys at its foot. */
export type PanelParts = {
  width: number;
  /** The number of lines from border to border. */
  height: number;
  head: ScreenRow;
  body: readonly ScreenRow[];
  foot: readonly ScreenRow[];
  /** A second column with its own head. */
  side?: { width: number; head: ScreenRow; body: readonly ScreenRow[] };
};

const BORDERS = 4;

/** Returns the number of visible lines of a panel's body. */
export function bodyHeight({ height, foot }: { height: number; foot: readonly unknown[] }): number {
  return Math.max(0, height - BORDERS - 1 - foot.length);
}

export function panel(parts: PanelParts): ScreenRow[] {
  const { side, foot, width } = parts;
  const height = bodyHeight(parts);
  const left = side === undefined ? width - 2 : width - 3 - side.width;
  const line = (body: ScreenRow, beside: ScreenRow): ScreenRow => [
    span(BOX.vertical),
    ...fit(body, left),
    ...(side === undefined ? [] : [span(BOX.vertical), ...fit(beside, side.width)]),
    span(BOX.vertical),
  ];
  const rows = Array.from({ length: height }, (_, index) =>
    line(parts.body[index] ?? [], side?.body[index] ?? []),
  );
  const split = side === undefined ? [left] : [left, side.width];
  return [
    edge(split, BOX.topLeft, BOX.down, BOX.topRight),
    line(parts.head, side?.head ?? []),
    edge(split, BOX.left, BOX.cross, BOX.right),
    ...rows,
    edge(split, BOX.left, BOX.up, BOX.right),
    ...foot.map(
      (text): ScreenRow => [span(BOX.vertical), ...fit(text, width - 2), span(BOX.vertical)],
    ),
    edge([width - 2], BOX.bottomLeft, BOX.horizontal, BOX.bottomRight),
  ];
}

/** Draws a border with columns of these widths. */
export function edge(
  widths: readonly number[],
  left: string,
  middle: string,
  right: string,
): ScreenRow {
  const parts = widths.map((width) => BOX.horizontal.repeat(Math.max(0, width)));
  return row(`${left}${parts.join(middle)}${right}`);
}

/** Draws the head of a panel: its name, and its subject at the right end. */
export function head(left: ScreenRow, right: ScreenRow, width: number): ScreenRow {
  return apart([span(" "), ...left], [span("  "), ...right, span(" ")], width);
}

/** Draws a heading of a panel: `═══ Title ═══`. */
export function heading(title: string): ScreenRow {
  const rule = SIGNS.heavy.repeat(3);
  return [span(`${rule} `, "faint"), span(title, "strong"), span(` ${rule}`, "faint")];
}

/** Checks for 100 columns and 30 lines, which have room for whole words and a second column. */
export function isRoomySize({ size }: { readonly size: Size }): boolean {
  return size.columns >= 100 && size.rows >= 30;
}
