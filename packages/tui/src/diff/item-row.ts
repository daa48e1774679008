import { codeSpans } from "../highlight/code-spans.ts";
import { colouredFile, tintsOf } from "../highlight/colours.ts";
import type { Model } from "../store/model.ts";
import { fit, type Row, rightCell, row, type Span, span } from "../terminal/row.ts";
import type { Paint } from "../theme/paint.ts";
import { BOX, SIGNS } from "../theme/signs.ts";
import { count } from "../words/words.ts";
import { type Item, type Layout, lineIn } from "./layout.ts";
import type { DiffLine } from "./read-hunks.ts";

type Place = { width: number; isHere: boolean; isRanged: boolean };

const NUMBER = 5;

/** One line of the view; it is laid out only when it is in sight. */
export function itemRow(item: Item, model: Model, layout: Layout, place: Place): Row {
  const mark = markOf(item, layout, place);
  const { sideways } = model.diff;
  const file = colouredFile(model, layout.files[item.file]?.path ?? "");
  const code = (line: DiffLine, room: number): Row =>
    codeSpans(line.text, tintsOf(model.colours, file, line), {
      from: sideways,
      room,
      paint: PAINTS[line.sign],
    });
  switch (item.is) {
    case "file":
      return [mark, ...fileRow(item.file, layout, place)];
    case "closed":
      return [mark, ...row(span(`  ${item.why}, [Enter] opens it`, "faint"))];
    case "hunk":
      return [mark, ...hunkRow(item)];
    case "note":
    case "text":
      return [mark, ...item.row];
    case "line":
      return [mark, ...unified(item.line, code, place)];
    case "pair":
      return [mark, ...split(item, code, place)];
  }
}

/** Where the cursor is, what is being chosen, and what notes are about. */
function markOf(item: Item, { marked }: Layout, { isHere, isRanged }: Place): Span {
  if (isHere || isRanged) return span(SIGNS.here, isHere ? "strong" : "warn");
  const line = marked.size === 0 ? null : lineIn(item);
  return line !== null && marked.has(line) ? span(SIGNS.range, "note") : span(" ");
}

/** What is left out before a hunk, and what it is in. */
function hunkRow({ skipped, text }: Extract<Item, { is: "hunk" }>): Row {
  const dots = SIGNS.info.repeat(3);
  if (skipped === 0) return row(span(`${dots} ${text}`, "place"));
  const left = `${dots} ${count(skipped, "unchanged line")}  `;
  return row(span(left, "place"), span("[z]", "key"), span(` more  ${text}`, "place"));
}

function fileRow(index: number, { files }: Layout, { width }: Place): Row {
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

/** As much of a line as there is room for. */
type Code = (line: DiffLine, room: number) => Row;

function unified(line: DiffLine, code: Code, { width }: Place): Row {
  return [
    number(line.old),
    number(line.new),
    span(` ${line.sign} `, PAINTS[line.sign]),
    ...code(line, width - 1 - NUMBER * 2 - 3),
  ];
}

function split({ left, right }: Extract<Item, { is: "pair" }>, code: Code, { width }: Place): Row {
  const half = Math.floor((width - 2) / 2);
  return [
    ...fit(side(left, left?.old ?? null, code, half), half),
    span(BOX.vertical, "faint"),
    ...fit(side(right, right?.new ?? null, code, half), half),
  ];
}

function side(line: DiffLine | null, at: number | null, code: Code, width: number): Row {
  if (line === null) return [];
  return [number(at), span(`${line.sign} `, PAINTS[line.sign]), ...code(line, width - NUMBER - 2)];
}

function number(value: number | null): Span {
  return rightCell(value === null ? "" : String(value), NUMBER, "faint");
}
