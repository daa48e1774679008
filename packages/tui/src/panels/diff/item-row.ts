import type { DiffLine, Slice } from "@countersign/review";
import {
  changedPart,
  countText,
  firstKey,
  paintOver,
  SIGNS,
  type Tints,
} from "@countersign/review";
import { codeSpans } from "../../highlight/code-spans.ts";
import { lineTints } from "../../highlight/colours.ts";
import type { Model } from "../../model/model.ts";
import { BOX } from "../../terminal/box.ts";
import { fitRow, rightCell, row, type ScreenRow, type Span, span } from "../../terminal/row.ts";
import type { Paint } from "../../theme/paint.ts";
import { keyHint } from "../../widgets/key-hints.ts";
import { colouredFile } from "./current-layout.ts";
import { diffState } from "./diff-state.ts";
import { type Item, itemLine, type Layout } from "./layout.ts";
import { NUMBER_CELLS, sideRoom, sideWidth, unifiedRoom } from "./slice-line.ts";

type ItemOptions = { width: number; isHere: boolean; isRanged: boolean };

/** Draws one item; called only for visible items. */
export function itemRow(item: Item, model: Model, layout: Layout, place: ItemOptions): ScreenRow {
  const mark = markOf(item, layout, place);
  const { sideways } = diffState.of(model);
  const file = colouredFile(model, layout.files[item.file]?.path ?? "");
  const code = (line: DiffLine, { from, to }: Slice, room: number): ScreenRow =>
    codeSpans(line.text, withChangedPart(lineTints(model.colours, file, line), line, layout), {
      from: from + sideways,
      to,
      room,
      paint: PAINTS[line.sign],
    });
  switch (item.is) {
    case "file":
      return [mark, ...fileRow(item.file, layout, place)];
    case "closed":
      return [
        mark,
        ...row(span(`  ${item.why}, [${firstKey(model.keymap, "diff.load")}] opens it`, "faint")),
      ];
    case "hunk":
      return [mark, ...hunkRow(model, item)];
    case "note":
    case "text":
      return [mark, ...item.row];
    case "line":
      return [mark, ...unified(item, code, place)];
    case "pair":
      return [mark, ...split(item, code, place)];
  }
}

/** Returns the mark at the beginning of a row: cursor, range, or lines that a note refers to. */
function markOf(item: Item, { marked }: Layout, { isHere, isRanged }: ItemOptions): Span {
  if (isHere || isRanged) return span(SIGNS.here, isHere ? "strong" : "warn");
  const line = marked.size === 0 ? null : itemLine(item);
  return line !== null && marked.has(line) ? span(SIGNS.range, "note") : span(" ");
}

/** Draws a hunk header: the number of omitted lines and the enclosing function. */
function hunkRow({ keymap }: Model, { skipped, text }: Extract<Item, { is: "hunk" }>): ScreenRow {
  const dots = SIGNS.info.repeat(3);
  if (skipped === 0) return row(span(`${dots} ${text}`, "place"));
  const left = `${dots} ${countText(skipped, "unchanged line")}  `;
  const [key] = keyHint(keymap, "diff.more", "");
  return row(
    span(left, "place"),
    ...(key === undefined ? [] : [key]),
    span(` more  ${text}`, "place"),
  );
}

function fileRow(index: number, { files }: Layout, { width }: ItemOptions): ScreenRow {
  const file = files[index];
  if (file === undefined) return [];
  const title = ` ${file.path} `;
  const rule = BOX.horizontal.repeat(Math.max(0, width - title.length - 4));
  return row(span(BOX.horizontal, "faint"), span(title, "strong"), span(rule, "faint"));
}

const PAINTS: Readonly<Record<DiffLine["sign"], Paint>> = {
  "+": "added",
  "-": "removed",
  " ": "plain",
  "\\": "faint",
};

/** Emphasises the part that differs from the line's other version. */
function withChangedPart(tints: Tints, line: DiffLine, { otherVersion }: Layout): Tints {
  const other = otherVersion.get(line);
  const part = other === undefined ? null : changedPart(line.text, other.text);
  if (part === null) return tints;
  return paintOver(tints, { ...part, paint: line.sign === "+" ? "addedPart" : "removedPart" });
}

/** Draws as much of a slice of a line as fits. */
type Code = (line: DiffLine, slice: Slice, room: number) => ScreenRow;

/** Draws a unified line; only its first row has numbers and a sign. */
function unified(
  { line, slice }: Extract<Item, { is: "line" }>,
  code: Code,
  { width }: ItemOptions,
): ScreenRow {
  const isFirst = slice.from === 0;
  return [
    number(isFirst ? line.old : null),
    number(isFirst ? line.new : null),
    span(` ${isFirst ? line.sign : " "} `, PAINTS[line.sign]),
    ...code(line, slice, unifiedRoom(width - 1)),
  ];
}

function split(item: Extract<Item, { is: "pair" }>, code: Code, { width }: ItemOptions): ScreenRow {
  const { left, right, leftSlice, rightSlice } = item;
  const half = sideWidth(width - 1);
  const room = sideRoom(width - 1);
  return [
    ...fitRow(left === null ? [] : side(left, left.old, leftSlice, code, room), half),
    span(BOX.vertical, "faint"),
    ...fitRow(right === null ? [] : side(right, right.new, rightSlice, code, room), half),
  ];
}

function side(
  line: DiffLine,
  at: number | null,
  slice: Slice | null,
  code: Code,
  room: number,
): ScreenRow {
  if (slice === null) return [];
  const isFirst = slice.from === 0;
  const sign = span(`${isFirst ? line.sign : " "} `, PAINTS[line.sign]);
  return [number(isFirst ? at : null), sign, ...code(line, slice, room)];
}

function number(value: number | null): Span {
  return rightCell(value === null ? "" : String(value), NUMBER_CELLS, "faint");
}
