import type { Model } from "../store/model.ts";
import { cutTo } from "../terminal/measure.ts";
import { fit, type Row, rightCell, row, type Span, span } from "../terminal/row.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Paint } from "../theme/paint.ts";
import { BOX, SIGNS } from "../theme/signs.ts";
import type { Item, Layout } from "./layout.ts";
import type { DiffLine } from "./read-hunks.ts";

type Place = { width: number; isHere: boolean };

const NUMBER = 5;

/** One line of the view; it is laid out only when it is in sight. */
export function itemRow(item: Item, model: Model, layout: Layout, place: Place): Row {
  const mark = span(place.isHere ? SIGNS.here : " ", "strong");
  const { sideways } = model.diff;
  switch (item.is) {
    case "file":
      return [mark, ...fileRow(item.file, layout, place)];
    case "closed":
      return [mark, ...row(span(`  ${item.why}, [Enter] opens it`, "faint"))];
    case "hunk":
      return [mark, ...row(span(`${SIGNS.info.repeat(3)} ${item.text}`, "place"))];
    case "note":
    case "text":
      return [mark, ...item.row];
    case "line":
      return [mark, ...unified(item.line, sideways, place)];
    case "pair":
      return [mark, ...split(item, sideways, place)];
  }
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

function unified(line: DiffLine, sideways: number, { width }: Place): Row {
  const paint = PAINTS[line.sign];
  const room = width - 1 - NUMBER * 2 - 3;
  return [
    number(line.old),
    number(line.new),
    span(` ${line.sign} `, paint),
    span(visiblePart(line.text, sideways, room), paint),
  ];
}

function split(
  { left, right }: Extract<Item, { is: "pair" }>,
  sideways: number,
  { width }: Place,
): Row {
  const half = Math.floor((width - 2) / 2);
  return [
    ...fit(side(left, left?.old ?? null, sideways, half), half),
    span(BOX.vertical, "faint"),
    ...fit(side(right, right?.new ?? null, sideways, half), half),
  ];
}

function side(line: DiffLine | null, at: number | null, sideways: number, width: number): Row {
  if (line === null) return [];
  const paint = PAINTS[line.sign];
  return [
    number(at),
    span(`${line.sign} `, paint),
    span(visiblePart(line.text, sideways, width - NUMBER - 2), paint),
  ];
}

function number(value: number | null): Span {
  return rightCell(value === null ? "" : String(value), NUMBER, "faint");
}

/** However long a line is, only what can be seen of it is made safe and measured. */
function visiblePart(text: string, sideways: number, room: number): string {
  const piece = text.slice(sideways, sideways + room + 1);
  const shown = cutTo(safeText(piece), room);
  return shown;
}
