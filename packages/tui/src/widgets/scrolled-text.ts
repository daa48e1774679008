import { SIGNS } from "@countersign/review";
import type { Model } from "../model/model.ts";
import { type Move, movePosition } from "../model/move.ts";
import { changeFront } from "../model/panel-state.ts";
import { frontFrame } from "../model/stack.ts";
import { fitRow, row, rowWidth, type ScreenRow, span, spreadRow } from "../terminal/row.ts";

/** Beyond the end of any text; views clamp a position beyond their end. */
const MAX_SCROLL = 100_000;
/** Lines of the screen that are not text. */
const FRAME_LINES = 8;

/** Returns the visible lines; the last one counts the hidden lines below. */
export function scrollRows(
  lines: readonly ScreenRow[],
  scroll: number,
  height: number,
  width: number,
): ScreenRow[] {
  const top = Math.max(0, Math.min(scroll, lines.length - height));
  const shown = lines.slice(top, top + height);
  const below = lines.length - top - height;
  const last = shown.at(-1);
  if (below <= 0 || last === undefined) return shown;
  const more = row(span(`${SIGNS.more} ${below} more  `, "faint"));
  return [
    ...shown.slice(0, -1),
    spreadRow(fitRow(last, Math.max(0, width - rowWidth(more))), more, width),
  ];
}

/** Returns the position in a text after a move. */
export function scrollPosition({ size }: Pick<Model, "size">, at: number, move: Move): number {
  return movePosition(at, move, MAX_SCROLL, size.rows - FRAME_LINES);
}

/** Scrolls the text of the panel in front. */
export function scrollFront(model: Model, move: Move): Model {
  return changeFront(model, { at: scrollPosition(model, frontFrame(model.stack).at, move) });
}
