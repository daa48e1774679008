import type { TextField } from "@countersign/review";
import { safeText } from "@countersign/review";
import { BOX, borderRow } from "./box.ts";
import { cellWidth } from "./measure.ts";
import { fitRow, row, type ScreenRow, type Span, span } from "./row.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

type TextBoxOptions = { width: number; lines: number; isFocused: boolean };

/** Draws a multi-line field in a box; the line with the cursor is always visible. */
export function textBox(
  field: TextField,
  { width, lines, isFocused }: TextBoxOptions,
): ScreenRow[] {
  const inner = width - 4;
  const { rows, cursorRow } = layOut(field, inner, isFocused);
  const top = Math.max(0, Math.min(cursorRow - lines + 1, rows.length - lines));
  const shown = Array.from({ length: lines }, (_, index) => rows[top + index] ?? []);
  return [
    borderRow([width - 2], BOX.topLeft, "", BOX.topRight),
    ...shown.map((line) => [
      ...row(`${BOX.vertical} `),
      ...fitRow(line, inner),
      ...row(` ${BOX.vertical}`),
    ]),
    borderRow([width - 2], BOX.bottomLeft, "", BOX.bottomRight),
  ];
}

/** Wraps the text; the cursor occupies one cell. */
function layOut({ text, at }: TextField, width: number, isFocused: boolean) {
  const rows: Span[][] = [[]];
  let used = 0;
  let cursorRow = 0;
  const put = (piece: string, isCursor: boolean): void => {
    const shown = safeText(piece);
    const wide = cellWidth(shown);
    if (used + wide > width) {
      rows.push([]);
      used = 0;
    }
    if (isCursor) cursorRow = rows.length - 1;
    rows.at(-1)?.push(span(shown, isCursor && isFocused ? "cursor" : "plain"));
    used += wide;
  };
  for (const { segment, index } of graphemes.segment(text)) {
    const isCursor = index === at;
    if (segment !== "\n") {
      put(segment, isCursor);
      continue;
    }
    if (isCursor) put(" ", true);
    rows.push([]);
    used = 0;
  }
  if (at >= text.length) put(" ", true);
  return { rows, cursorRow };
}

/** Draws a one-line field with the cursor; text that does not fit is cut at its beginning. */
export function fieldRow({ text, at }: TextField, width: number): ScreenRow {
  let before = safeText(text.slice(0, at));
  while (cellWidth(before) > width - 1)
    before = before.slice(Math.max(1, Math.floor(before.length / 8)));
  const [under] = graphemes.segment(text.slice(at));
  const behind = under === undefined ? "" : text.slice(at + under.segment.length);
  return [span(before), span(under?.segment ?? " ", "cursor"), span(behind)];
}
