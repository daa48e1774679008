import type { PanelId } from "@countersign/review";
import { decisionKind, findCommand } from "@countersign/review";
import { entriesOf } from "../activity/activity-view.ts";
import { draw } from "../app/draw.ts";
import { pressKeys } from "../app/press.ts";
import { runCommand } from "../app/run-command.ts";
import { cardsThatFit, windowStart } from "../board/board-view.ts";
import { choicesOf } from "../choose/choices.ts";
import { hasFilesPane } from "../diff/current-layout.ts";
import { goToFile, goToItem } from "../diff/diff-commands.ts";
import { panelOf } from "../panels/panel-machine.ts";
import { chooseSeat, seatAt } from "../reviewers/reviewers-commands.ts";
import { selectInSprint } from "../sprint/sprint-commands.ts";
import { COLUMN_NAMES } from "../store/data.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say } from "../store/step.ts";
import { cardsOf } from "../store/tasks.ts";
import { type Row, textOf } from "../terminal/row.ts";
import { type Frame, frameOf, keyAt, partAt } from "./frame.ts";
import type { MouseEvent } from "./read-mouse.ts";

const DOUBLE_MS = 400;
const WHEEL_LINES = 3;
const CARD_LINES = 4;

/** What the pointer does: it selects, scrolls and opens. It never decides anything. */
export function point(model: Model, event: MouseEvent): Step {
  if (event.is !== "press") return only(turnWheel(model, event));
  if (model.line !== null) return only(model);
  const rows = draw(model);
  const row = rows[event.row];
  if (row === undefined) return only(model);
  const key = keyAt(row, event.column);
  if (key !== null) return clickKey(model, key);
  const frame = frameOf(rows);
  if (frame === null || event.row < frame.top || event.row >= frame.bottom) return only(model);
  const selected = SELECTORS[panelOf(model.panels)]?.(model, { rows, row, frame, event }) ?? null;
  if (selected === null) return only(model);
  const { click } = model;
  const isDouble =
    click !== null &&
    click.row === event.row &&
    click.column === event.column &&
    model.nowMs - click.atMs <= DOUBLE_MS;
  const next = { ...selected, click: isDouble ? null : { ...event, atMs: model.nowMs } };
  return isDouble ? open(next) : only(next);
}

/** What Enter does where that only opens something. */
function open(model: Model): Step {
  const command = OPENING[panelOf(model.panels)];
  return command === undefined ? only(model) : runCommand(model, command);
}

const OPENING: Readonly<
  Partial<
    Record<
      PanelId,
      | "reviewers.task"
      | "task.open"
      | "review.oneByOne"
      | "activity.task"
      | "sprint.task"
      | "diff.load"
    >
  >
> = {
  board: "task.open",
  reviewers: "reviewers.task",
  summary: "review.oneByOne",
  activity: "activity.task",
  sprint: "sprint.task",
  diff: "diff.load",
};

/** A click on a key's sign is that key, unless it would send something. */
function clickKey(model: Model, key: string): Step {
  const panel = panelOf(model.panels);
  const command = findCommand(model.keymap, key, panel);
  const isWritten = panel === "redo" || panel === "reject";
  const isSending = isWritten
    ? key === "Enter"
    : command !== null && decisionKind(model.keymap, command) !== null;
  if (isSending) return only(say(model, `A click decides nothing: press ${key} yourself.`));
  return pressKeys(model, [key]);
}

function turnWheel(model: Model, { is, column }: MouseEvent): Model {
  const frame = panelOf(model.panels) === "board" ? frameOf(draw(model)) : null;
  const name = frame === null ? undefined : COLUMN_NAMES[partAt(frame, column)];
  let next = name === undefined ? model : { ...model, board: { ...model.board, column: name } };
  const lines = panelOf(model.panels) === "board" ? 1 : WHEEL_LINES;
  for (let line = 0; line < lines; line += 1) {
    next = runCommand(next, is === "up" ? "nav.up" : "nav.down").model;
  }
  return next;
}

type Place = { rows: readonly Row[]; row: Row; frame: Frame; event: MouseEvent };
type Selector = (model: Model, place: Place) => Model | null;

const SELECTORS: Readonly<Partial<Record<PanelId, Selector>>> = {
  board: selectCard,
  summary: selectTask,
  activity: selectEntry,
  mode: selectChoice,
  later: selectChoice,
  rounds: selectChoice,
  diff: selectLine,
  sprint: selectSprintTask,
  planning: selectPlanTask,
  reviewers: selectSeat,
};

/** Rows of the sprint name their task; the same text in a title is not its own. */
function selectSprintTask(model: Model, { row }: Place): Model | null {
  const named = row.find(({ text }) => model.data.lines.has(text.trim()))?.text.trim();
  return named === undefined ? null : selectInSprint(model, named);
}

function selectPlanTask(model: Model, { row }: Place): Model | null {
  const named = row.find(({ text }) => model.data.lines.has(text.trim()))?.text.trim();
  return named === undefined ? null : { ...model, plan: { ...model.plan, here: named } };
}

function selectSeat(model: Model, place: Place): Model | null {
  const by = offset(place, /^. > /u);
  return by === null ? null : chooseSeat(model, seatAt(model) + by);
}

function selectCard(model: Model, { frame, event }: Place): Model | null {
  const column = COLUMN_NAMES[partAt(frame, event.column)];
  if (column === undefined) return null;
  const cards = cardsOf(model, column);
  const selected = cards.findIndex(({ task }) => task === model.board.selected[column]);
  const shown = cardsThatFit(frame.bottom - frame.top);
  const first = windowStart(cards.length, Math.max(0, selected), shown);
  const card = cards[first + Math.floor((event.row - frame.top) / CARD_LINES)];
  const next = { ...model, board: { ...model.board, column } };
  if (card === undefined) return next;
  const chosen = { ...model.board.selected, [column]: card.task };
  return { ...next, board: { ...next.board, selected: chosen } };
}

/** Rows of the table begin with their number. */
function selectTask(model: Model, { row, frame, event }: Place): Model | null {
  if (partAt(frame, event.column) > 0) return null;
  const number = /^.[> ] ?(\d+) {2}/u.exec(textOf(row))?.[1];
  const task = number === undefined ? undefined : model.review.queue[Number(number) - 1];
  return task === undefined
    ? null
    : { ...model, review: { ...model.review, selected: task, jump: "" } };
}

/** The row that is marked tells which the others are. */
function offset({ rows, frame, event }: Place, mark: RegExp): number | null {
  const marked = rows.findIndex(
    (row, at) => at >= frame.top && at < frame.bottom && mark.test(textOf(row)),
  );
  return marked === -1 ? null : event.row - marked;
}

function selectEntry(model: Model, place: Place): Model | null {
  const by = offset(place, /^.>/u);
  const at = by === null ? -1 : model.scroll + by;
  return at < 0 || at >= entriesOf(model).length ? null : { ...model, scroll: at };
}

function selectChoice(model: Model, place: Place): Model | null {
  const by = offset(place, /^. > /u);
  const choice = by === null ? -1 : model.choice + by;
  return choice < 0 || choice >= choicesOf(model).length ? null : { ...model, choice };
}

function selectLine(model: Model, { frame, event }: Place): Model | null {
  const line = event.row - frame.top;
  const isFile = hasFilesPane(model) && partAt(frame, event.column) === 0;
  // The first row names the file that is read.
  return isFile
    ? goToFile(model, line, frame.bottom - frame.top)
    : goToItem(model, model.diff.top + line - 1);
}
