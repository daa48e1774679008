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

/** A panel around the whole screen: its head, what it is about, and the keys at its foot. */
export type PanelParts = {
  width: number;
  /** How many lines the panel has from border to border. */
  height: number;
  head: ScreenRow;
  body: readonly ScreenRow[];
  foot: readonly ScreenRow[];
  /** A second column with a head of its own. */
  side?: { width: number; head: ScreenRow; body: readonly ScreenRow[] };
};

const BORDERS = 4;

/** How many lines of a panel's body can be seen. */
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

/** A border whose columns are so wide. */
export function edge(
  widths: readonly number[],
  left: string,
  middle: string,
  right: string,
): ScreenRow {
  const parts = widths.map((width) => BOX.horizontal.repeat(Math.max(0, width)));
  return row(`${left}${parts.join(middle)}${right}`);
}

/** The head of a panel: its name, and at its end what it is about. */
export function head(left: ScreenRow, right: ScreenRow, width: number): ScreenRow {
  return apart([span(" "), ...left], [span("  "), ...right, span(" ")], width);
}

/** `═══ Title ═══`, the headings of every panel. */
export function heading(title: string): ScreenRow {
  const rule = SIGNS.heavy.repeat(3);
  return [span(`${rule} `, "faint"), span(title, "strong"), span(` ${rule}`, "faint")];
}

/** From 100 columns and 30 lines on there is room for whole words and a second column. */
export function isRoomySize({ size }: { readonly size: Size }): boolean {
  return size.columns >= 100 && size.rows >= 30;
}
