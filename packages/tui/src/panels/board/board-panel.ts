import { BOARD_COLUMNS, COLUMN_NAMES, type Column, cappedCount, SIGNS } from "@countersign/review";
import { statusNeeds } from "../../data/need.ts";
import type { Model } from "../../model/model.ts";
import { windowStart } from "../../model/move.ts";
import { withoutEffects } from "../../model/step.ts";
import { columnCards, countTasks, hasSeveralRepositories } from "../../model/tasks.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { BOX, borderRow, isRoomySize } from "../../terminal/box.ts";
import { entryRow, fitRow, row, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";
import { sprintBar } from "../../widgets/sprint-bar.ts";
import { headerRow, pendingRow } from "../../widgets/status-bar.ts";
import { moveCard, moveColumn, nextRepository, openCard, openReview } from "./board-commands.ts";
import {
  boardState,
  CARD_ROWS,
  cardsThatFit,
  isEmptyBoard,
  selectCard,
  selectedCard,
  selectedIndex,
} from "./board-state.ts";
import { boardKeys, boardText } from "./board-text.ts";
import { cardRows } from "./card.ts";
import { detailRows } from "./detail.ts";

const BORDERS = 4;

/** The board: location, pending tasks, and the tasks in four columns. */
export const boardPanel = definePanel({
  id: "board",
  needs: ({ data, nowMs }) => statusNeeds(data, nowMs),
  commands: {
    "review.open": openReview,
    "task.open": openCard,
    "board.repository": (model) => withoutEffects(nextRepository(model)),
    "board.left": (model) => withoutEffects(moveColumn(model, -1)),
    "board.right": (model) => withoutEffects(moveColumn(model, 1)),
  },
  move: moveCard,
  view: boardRows,
  footer: boardKeys,
  hits: clickCard,
  opens: "task.open",
  wheel: (model, column, move) => moveCard(pointAtColumn(model, column), move),
  task: (model) => selectedCard(model)?.task ?? null,
  speak: boardText,
});

/** Selects the clicked column, and its card if there is one. */
function clickCard(model: Model, { region, at }: { region: string; at: number }): Model | null {
  const column = COLUMN_NAMES.find((name) => name === region);
  if (column === undefined) return null;
  const card = columnCards(model, column)[at];
  return card === undefined
    ? boardState.change(model, { column })
    : selectCard(model, column, card.task);
}

/** Makes the column under the pointer the current one. */
function pointAtColumn(model: Model, x: number): Model {
  if (isEmptyBoard(model)) return model;
  let end = 0;
  for (const [index, width] of columnWidths(model.size.columns).entries()) {
    end += width + 1;
    const column = COLUMN_NAMES[index];
    if (x > 0 && x <= end && column !== undefined) return boardState.change(model, { column });
  }
  return model;
}

function boardRows(model: Model, height: number): ScreenRow[] {
  const { columns } = model.size;
  const isRoomy = isRoomySize(model);
  const top = [headerRow(model), ...statusRows(model, isRoomy)];
  const detail = isRoomy ? detailRows(model, columns) : [];
  const room = height - top.length - detail.length;
  const empty = emptyRows(model, columns, room);
  return [...top, ...(empty ?? gridRows(model, columns, room, isRoomy)), ...detail];
}

function statusRows(model: Model, isRoomy: boolean): ScreenRow[] {
  const { columns } = model.size;
  const width = isRoomy ? columns - 2 : columns;
  const lines = [pendingRow(model, width), sprintBar(model)].filter((line) => line !== null);
  if (lines.length === 0 || !isRoomy) return lines;
  return [
    borderRow([columns - 2], BOX.topLeft, "", BOX.topRight),
    ...lines.map((line) => [span(BOX.vertical), ...fitRow(line, width), span(BOX.vertical)]),
    borderRow([columns - 2], BOX.bottomLeft, "", BOX.bottomRight),
  ];
}

/** Returns the widths of the four columns without the borders. */
function columnWidths(columns: number): number[] {
  const inner = columns - COLUMN_NAMES.length - 1;
  const base = Math.floor(inner / COLUMN_NAMES.length);
  const rest = inner - base * COLUMN_NAMES.length;
  return COLUMN_NAMES.map((_, index) => (index >= COLUMN_NAMES.length - rest ? base + 1 : base));
}

function gridRows(model: Model, columns: number, room: number, isRoomy: boolean): ScreenRow[] {
  const widths = columnWidths(columns);
  const height = Math.max(0, room - BORDERS);
  const bodies = COLUMN_NAMES.map((name, index) =>
    columnBody(model, name, { width: widths[index] ?? 0, height, isRoomy }),
  );
  const heads = COLUMN_NAMES.map((name, index) => columnHead(model, name, widths[index] ?? 0));
  return [
    borderRow(widths, BOX.topLeft, BOX.down, BOX.topRight),
    joined(heads),
    borderRow(widths, BOX.left, BOX.cross, BOX.right),
    ...Array.from({ length: height }, (_, line) =>
      joined(
        bodies.map(({ name, rows, first }, index) => {
          const cells = fitRow(rows[line] ?? [], widths[index] ?? 0);
          return entryRow(cells, name, first + Math.floor(line / CARD_ROWS));
        }),
      ),
    ),
    borderRow(widths, BOX.bottomLeft, BOX.up, BOX.bottomRight),
  ];
}

function joined(cells: readonly ScreenRow[]): ScreenRow {
  return [...cells.flatMap((cell) => [span(BOX.vertical), ...cell]), span(BOX.vertical)];
}

function columnHead(model: Model, name: Column, width: number): ScreenRow {
  const isHere = boardState.of(model).column === name;
  const number =
    model.filter === ""
      ? cappedCount(countTasks(model, name))
      : `${columnCards(model, name).length} found`;
  const title = span(BOARD_COLUMNS[name].title, isHere ? "strong" : "plain");
  return fitRow(row(" ", title, ` ${number}`), width);
}

type ColumnOptions = { width: number; height: number; isRoomy: boolean };
type ColumnBody = { name: Column; rows: readonly ScreenRow[]; first: number };

function columnBody(model: Model, name: Column, options: ColumnOptions): ColumnBody {
  const { width, height, isRoomy } = options;
  const cards = columnCards(model, name);
  const selected = selectedIndex(model, name);
  const shown = cardsThatFit(height);
  const first = windowStart(cards.length, selected, shown);
  const isHere = boardState.of(model).column === name;
  const showsRepository = hasSeveralRepositories(model.data);
  const rows = cards.slice(first, first + shown).flatMap((line, index): ScreenRow[] =>
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
  if (left <= 0) return { name, rows: rows.slice(0, height), first };
  const more = row(span(`   ${SIGNS.more} ${left} more`, "faint"));
  return { name, rows: [...rows.slice(0, height - 1), more], first };
}

/** Draws the empty board; null if there are tasks. */
function emptyRows(model: Model, columns: number, room: number): ScreenRow[] | null {
  if (!isEmptyBoard(model)) return null;
  const { data } = model;
  const lines = data.inboxRead ? nothingYet(model) : waiting(model);
  return Array.from({ length: room }, (_, index) => fitRow(lines[index] ?? [], columns));
}

function waiting({ data }: Model): ScreenRow[] {
  if (data.link.is !== "lost") return [[], [], row("   Asking the engine ...")];
  return [
    [],
    [],
    row(span("   The engine is not reachable.", "bad")),
    [],
    row(`   ${data.link.why}`),
    row("   It is asked again every few seconds. More: countersign doctor"),
  ];
}

function nothingYet({ keymap }: Model): ScreenRow[] {
  const indent = "       ";
  return [
    [],
    [],
    row("   Nothing to review."),
    [],
    row("   No agent has handed anything in yet. One command sets this repository up:"),
    [],
    row(indent, span("countersign init", "strong")),
    [],
    row("   Or look at what you have right now; nothing is stored:"),
    [],
    row(indent, ...keyHint(keymap, "board.worktree", "  check your uncommitted changes")),
    row(indent, ...keyHint(keymap, "board.branch", "  check this branch against its target")),
    row(indent, ...keyHint(keymap, "review.later", "  take the tour with sample data")),
  ];
}
