import { SIGNS } from "@countersign/review";
import { fitRow, row, type ScreenRow, span, spreadRow } from "./row.ts";

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

export function drawPanel(parts: PanelParts): ScreenRow[] {
  const { side, foot, width } = parts;
  const height = bodyHeight(parts);
  const left = side === undefined ? width - 2 : width - 3 - side.width;
  const line = (body: ScreenRow, beside: ScreenRow): ScreenRow => [
    span(BOX.vertical),
    ...fitRow(body, left),
    ...(side === undefined ? [] : [span(BOX.vertical), ...fitRow(beside, side.width)]),
    span(BOX.vertical),
  ];
  const rows = Array.from({ length: height }, (_, index) =>
    line(parts.body[index] ?? [], side?.body[index] ?? []),
  );
  const split = side === undefined ? [left] : [left, side.width];
  return [
    borderRow(split, BOX.topLeft, BOX.down, BOX.topRight),
    line(parts.head, side?.head ?? []),
    borderRow(split, BOX.left, BOX.cross, BOX.right),
    ...rows,
    borderRow(split, BOX.left, BOX.up, BOX.right),
    ...foot.map(
      (text): ScreenRow => [span(BOX.vertical), ...fitRow(text, width - 2), span(BOX.vertical)],
    ),
    borderRow([width - 2], BOX.bottomLeft, BOX.horizontal, BOX.bottomRight),
  ];
}

/** Draws a border with columns of these widths. */
export function borderRow(
  widths: readonly number[],
  left: string,
  middle: string,
  right: string,
): ScreenRow {
  const parts = widths.map((width) => BOX.horizontal.repeat(Math.max(0, width)));
  return row(`${left}${parts.join(middle)}${right}`);
}

/** Draws the head of a panel: its name, and its subject at the right end. */
export function panelHeader(left: ScreenRow, right: ScreenRow, width: number): ScreenRow {
  return spreadRow([span(" "), ...left], [span("  "), ...right, span(" ")], width);
}

/** Draws a heading of a panel: `═══ Title ═══`. */
export function headingRow(title: string): ScreenRow {
  const rule = SIGNS.heavy.repeat(3);
  return [span(`${rule} `, "faint"), span(title, "strong"), span(` ${rule}`, "faint")];
}

/** Checks for 100 columns and 30 lines, which have room for whole words and a second column. */
export function isRoomySize({ size }: { readonly size: Size }): boolean {
  return size.columns >= 100 && size.rows >= 30;
}
