import { isEmptyBoard } from "../board/empty.ts";
import { pendingRow } from "../board/status-bar.ts";
import { panelOf } from "../panels/panel-machine.ts";
import type { Line, Model } from "../store/model.ts";
import { fieldRow } from "../terminal/field-row.ts";
import { type Row, row, span } from "../terminal/row.ts";

const PROMPTS: Readonly<Record<Line["is"], string>> = {
  filter: "/",
  command: ":",
  comment: "Comment: ",
  remark: "Comment on the task: ",
  dismiss: "Why is it dismissed? ",
  export: "Export to: ",
  override: "Why go past the gate? ",
};

/** What a line is asked for with. */
export function promptOf(is: Line["is"]): string {
  return PROMPTS[is];
}

/** The last line: what is being written, what was said, or what can still be taken back. */
export function footRow(model: Model): Row | null {
  if (model.line !== null) {
    const prompt = PROMPTS[model.line.is];
    return [
      span(` ${prompt}`, "strong"),
      ...fieldRow(model.line.field, model.size.columns - prompt.length - 2),
    ];
  }
  if (model.notice !== null) return row(span(` ${model.notice.text}`, model.notice.paint));
  const isBoard = panelOf(model.panels) === "board";
  return !isBoard && hasHeld(model) ? pendingRow(model, model.size.columns) : null;
}

/** A decision of this session that can still be taken back. */
function hasHeld({ decisions, data, nowMs }: Model): boolean {
  return decisions.some(({ task }) => (data.views.get(task)?.grace?.untilMs ?? 0) > nowMs);
}

const BOARD_KEYS = [
  ["R", "review"],
  ["Enter", "open"],
  ["h/l", "column"],
  ["j/k", "card"],
  ["/", "filter"],
  ["W", "why"],
  ["o", "output"],
  ["w", "worktree"],
  ["f", "repository"],
  ["m", "mode"],
  ["Shift+S", "sprint"],
  ["Shift+L", "log"],
] as const;

/** On every board, however narrow it is. */
const LAST_KEYS = [
  ["?", "help"],
  ["q", "quit"],
] as const;

const EMPTY_KEYS = [
  ["d", "working tree"],
  ["t", "tour"],
  ["b", "branch"],
] as const;

/** As many keys as there is room for. */
export function keysRow(model: Model): Row {
  const isFirst = model.data.inboxRead && isEmptyBoard(model);
  return keysIn(isFirst ? EMPTY_KEYS : BOARD_KEYS, model.size.columns);
}

type Key = readonly [key: string, does: string];

function keysIn(keys: readonly Key[], width: number): Row {
  let used = 1 + LAST_KEYS.reduce((sum, key) => sum + keyWidth(key), 0);
  const fitting = keys.findIndex((key) => {
    used += keyWidth(key);
    return used > width;
  });
  const shown = fitting === -1 ? keys : keys.slice(0, fitting);
  const pieces = [...shown, ...LAST_KEYS].flatMap(([key, does]) => [
    span(`[${key}]`, "key"),
    span(` ${does}  `),
  ]);
  return [span(" "), ...pieces];
}

function keyWidth([key, does]: Key): number {
  return key.length + does.length + 5;
}
