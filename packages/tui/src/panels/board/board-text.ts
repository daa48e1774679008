import { BOARD_COLUMNS, COLUMN_NAMES, type CommandId, firstKey } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { columnCards, countTasks } from "../../model/tasks.ts";
import { keysText, type PanelText } from "../../screen-reader/screen-text.ts";
import { toSpokenLines, toSpokenText } from "../../screen-reader/spoken-text.ts";
import { rowWidth, type ScreenRow, type Span, span } from "../../terminal/row.ts";
import { fixedHint, keyName } from "../../widgets/key-hints.ts";
import { sprintBar, withoutTimeLeft } from "../../widgets/sprint-bar.ts";
import { pendingRow } from "../../widgets/status-bar.ts";
import { taskWords } from "../../widgets/task-words.ts";
import { boardState, isEmptyBoard, selectedCard } from "./board-state.ts";

const WIDE = 2_000;

type KeyItem = readonly [commands: readonly CommandId[], does: string];

const BOARD_KEYS: readonly KeyItem[] = [
  [["review.open"], "review"],
  [["task.open"], "open"],
  [["board.left", "board.right"], "column"],
  [["nav.down", "nav.up"], "card"],
  [["list.filter"], "filter"],
  [["review.why"], "why"],
  [["task.output"], "output"],
  [["task.worktree"], "worktree"],
  [["board.repository"], "repository"],
  [["review.mode"], "mode"],
  [["sprint.open"], "sprint"],
  [["activity.open"], "log"],
];

/** Key hints that every board shows, however narrow it is. */
const LAST_KEYS: readonly KeyItem[] = [
  [["app.help"], "help"],
  [["app.close"], "quit"],
];

const EMPTY_KEYS: readonly KeyItem[] = [
  [["board.worktree"], "working tree"],
  [["review.later"], "tour"],
  [["board.branch"], "branch"],
];

/** Draws the row of key hints below the board, as many as fit. */
export function boardKeys(model: Model): ScreenRow {
  const isEmpty = model.data.inboxRead && isEmptyBoard(model);
  const hints = (isEmpty ? EMPTY_KEYS : BOARD_KEYS).map((item) => itemHint(model, item));
  const last = LAST_KEYS.flatMap((item) => itemHint(model, item));
  let used = 1 + rowWidth(last);
  const tooMany = hints.findIndex((hint) => {
    used += rowWidth(hint);
    return used > model.size.columns;
  });
  const shown = tooMany === -1 ? hints : hints.slice(0, tooMany);
  return [span(" "), ...shown.flat(), ...last];
}

/** Draws a hint such as `[R] review`; a hint with several keys is not clickable. */
function itemHint({ keymap }: Model, [commands, does]: KeyItem): Span[] {
  const keys = commands.map((id) => firstKey(keymap, id)).filter((key) => key !== "");
  const [key] = keys;
  if (key === undefined) return [];
  const label = `[${keys.map(keyName).join("/")}]`;
  const text = ` ${does}  `;
  return keys.length === 1 ? fixedHint(key, text, label) : [span(label, "key"), span(text)];
}

/** Describes the board for a screen reader. */
export function boardText(model: Model): PanelText {
  const { workplace } = model;
  const board = boardState.of(model);
  const counts = COLUMN_NAMES.map(
    (name) => `${BOARD_COLUMNS[name].title} ${countTasks(model, name)}`,
  );
  const cards = columnCards(model, board.column);
  const card = selectedCard(model);
  const at = cards.findIndex(({ task }) => task === card?.task) + 1;
  const column = BOARD_COLUMNS[board.column].title;
  const branch = workplace.branch === null ? "" : `, branch ${workplace.branch}`;
  return {
    name: `Board of ${workplace.name}${branch}`,
    lines: [statusText(model), sprintText(model), `${counts.join(", ")}.`].filter(
      (line) => line !== "",
    ),
    here:
      card === null
        ? `${column}: nothing`
        : `${column}, task ${at} of ${cards.length}, ${taskWords(model, card.task)}`,
    keys: keysText(model.keymap, [
      [["review.open"], "review"],
      [["task.open"], "open"],
      [["board.left", "board.right"], "column"],
      [["nav.down", "nav.up"], "task"],
      [["app.help"], "help"],
      [["app.close"], "quit"],
    ]),
  };
}

/** Returns the pending line without the seconds, which change constantly. */
function statusText(model: Model): string {
  const row = pendingRow(model, WIDE);
  return row === null ? "" : toSpokenText(toSpokenLines([row]).join("")).replace(/ in \d+ s\b/, "");
}

function sprintText(model: Model): string {
  const bar = sprintBar(model);
  return bar === null ? "" : withoutTimeLeft(toSpokenText(toSpokenLines([bar]).join("")));
}
