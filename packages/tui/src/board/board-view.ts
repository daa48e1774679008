import type { TaskLine } from "@countersign/api";
import { cappedCount, SIGNS } from "@countersign/review";
import { sprintBar } from "../sprint/sprint-bar.ts";
import { COLUMN_NAMES, COLUMNS, type Column } from "../store/data.ts";
import type { Model } from "../store/model.ts";
import { cardsOf, countOf, hasSeveralRepositories } from "../store/tasks.ts";
import { BOX, edge } from "../terminal/box.ts";
import { isRoomySize } from "../terminal/roomy-size.ts";
import { fit, type Row, row, span } from "../terminal/row.ts";
import { cardRows } from "./card.ts";
import { detailRows } from "./detail.ts";
import { emptyRows } from "./empty.ts";
import { headerRow, pendingRow } from "./status-bar.ts";

const CARD = 4;
const BORDERS = 4;

/** The board: where this is, what waits, four columns, and at the end keys and news. */
export function boardRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const isRoomy = isRoomySize(model);
  const top = [headerRow(model), ...statusRows(model, isRoomy)];
  const detail = isRoomy ? detailRows(model, columns) : [];
  const room = height - top.length - detail.length;
  const empty = emptyRows(model, columns, room);
  return [...top, ...(empty ?? gridRows(model, columns, room, isRoomy)), ...detail];
}

function statusRows(model: Model, isRoomy: boolean): Row[] {
  const { columns } = model.size;
  const width = isRoomy ? columns - 2 : columns;
  const lines = [pendingRow(model, width), sprintBar(model)].filter((line) => line !== null);
  if (lines.length === 0 || !isRoomy) return lines;
  return [
    edge([columns - 2], BOX.topLeft, "", BOX.topRight),
    ...lines.map((line) => [span(BOX.vertical), ...fit(line, width), span(BOX.vertical)]),
    edge([columns - 2], BOX.bottomLeft, "", BOX.bottomRight),
  ];
}

/** The widths of the four columns without the borders. */
function columnWidths(columns: number): number[] {
  const inner = columns - COLUMN_NAMES.length - 1;
  const base = Math.floor(inner / COLUMN_NAMES.length);
  const rest = inner - base * COLUMN_NAMES.length;
  return COLUMN_NAMES.map((_, index) => (index >= COLUMN_NAMES.length - rest ? base + 1 : base));
}

function gridRows(model: Model, columns: number, room: number, isRoomy: boolean): Row[] {
  const widths = columnWidths(columns);
  const height = Math.max(0, room - BORDERS);
  const bodies = COLUMN_NAMES.map((name, index) =>
    columnRows(model, name, { width: widths[index] ?? 0, height, isRoomy }),
  );
  const heads = COLUMN_NAMES.map((name, index) => headOf(model, name, widths[index] ?? 0));
  return [
    edge(widths, BOX.topLeft, BOX.down, BOX.topRight),
    joined(heads),
    edge(widths, BOX.left, BOX.cross, BOX.right),
    ...Array.from({ length: height }, (_, line) =>
      joined(bodies.map((body, index) => fit(body[line] ?? [], widths[index] ?? 0))),
    ),
    edge(widths, BOX.bottomLeft, BOX.up, BOX.bottomRight),
  ];
}

function joined(cells: readonly Row[]): Row {
  return [...cells.flatMap((cell) => [span(BOX.vertical), ...cell]), span(BOX.vertical)];
}

function headOf(model: Model, name: Column, width: number): Row {
  const isHere = model.board.column === name;
  const number =
    model.filter === ""
      ? cappedCount(countOf(model, name))
      : `${cardsOf(model, name).length} found`;
  const title = span(COLUMNS[name].title, isHere ? "strong" : "plain");
  return fit(row(" ", title, ` ${number}`), width);
}

type Place = { width: number; height: number; isRoomy: boolean };

function columnRows(model: Model, name: Column, { width, height, isRoomy }: Place): Row[] {
  const cards = cardsOf(model, name);
  const selected = Math.max(
    0,
    cards.findIndex(({ task }) => task === model.board.selected[name]),
  );
  const shown = cardsThatFit(height);
  const first = windowStart(cards.length, selected, shown);
  const isHere = model.board.column === name;
  const showsRepository = hasSeveralRepositories(model.data);
  const rows = cards.slice(first, first + shown).flatMap((line, index): Row[] =>
    cardRows(line, model.data.views.get(line.task) ?? null, {
      showsRepository,
      width,
      nowMs: model.nowMs,
      me: model.data.me,
      isSelected: isHere && first + index === selected,
      isRoomy,
    }),
  );
  const left = cards.length - first - shown;
  if (left <= 0) return rows.slice(0, height);
  return [...rows.slice(0, height - 1), row(span(`   ${SIGNS.more} ${left} more`, "faint"))];
}

/** How many cards a column shows; the last needs no empty line behind it. */
export function cardsThatFit(height: number): number {
  return Math.max(1, Math.floor(height / CARD));
}

/** The selected one is always among those shown. */
export function windowStart(length: number, selected: number, shown: number): number {
  const start = Math.floor(selected / shown) * shown;
  return Math.max(0, Math.min(start, length - 1));
}

/** The cards that can be seen now; only of those the details are asked for. */
export function visibleCards(model: Model, name: Column): readonly TaskLine[] {
  const shown = cardsThatFit(model.size.rows);
  const cards = cardsOf(model, name);
  const selected = Math.max(
    0,
    cards.findIndex(({ task }) => task === model.board.selected[name]),
  );
  const first = windowStart(cards.length, selected, shown);
  return cards.slice(first, first + shown);
}
