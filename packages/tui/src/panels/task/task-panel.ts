import type { TaskView } from "@countersign/api";
import type { CommandId, PanelId } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import type { Move } from "../../model/move.ts";
import { changeFront } from "../../model/panel-state.ts";
import { frontFrame } from "../../model/stack.ts";
import { currentView } from "../../model/tasks.ts";
import { definePanel, type Panel } from "../../panel/define-panel.ts";
import { keysText, type PanelText } from "../../screen-reader/screen-text.ts";
import { toSpokenLines } from "../../screen-reader/spoken-text.ts";
import { bodyHeight, drawPanel, isRoomySize, panelHeader } from "../../terminal/box.ts";
import { row, type ScreenRow, span, spreadRow } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";
import { scrollFront, scrollPosition, scrollRows } from "../../widgets/scrolled-text.ts";
import { contextRows } from "./context-view.ts";
import { hasSide, taskLines } from "./task-lines.ts";

const SIDE = 44;
const WIDE = 2_000;
const WIDE_KEYS = 112;
const NARROW = 76;

/** One task: the changes, the check results, the message of the agent, and the keys that decide. */
export const taskPanel = createTaskPanel("task", "Back to summary");

/** The same panel for a single task. */
export const singlePanel = createTaskPanel("single", "Back to the board");

function createTaskPanel(id: PanelId, backText: string): Panel {
  return definePanel({
    id,
    move: scrollTask,
    view: (model, height) => taskRows(model, height, backText),
    turnPane: turnTaskPane,
    speak: taskText,
  });
}

function taskRows(model: Model, height: number, backText: string): ScreenRow[] {
  const { columns } = model.size;
  const isWide = hasSide(model);
  const inner = isWide ? columns - 3 - SIDE : columns - 2;
  const foot = footRows(model, columns - 2, backText);
  const view = currentView(model);
  const lines =
    view === null
      ? [[], row("  The task is being read ...")]
      : taskLines(model, view, isRoomySize(model), inner);
  const body = scrollRows(lines, model.review.scroll, bodyHeight({ height, foot }), inner);
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(row(span("REVIEW TASK", "strong")), row(positionText(model)), inner),
    body,
    foot,
    ...(isWide && view !== null
      ? { side: contextPane(model, view, bodyHeight({ height, foot })) }
      : {}),
  });
}

function contextPane(model: Model, view: TaskView, height: number) {
  const { at, pane } = frontFrame(model.stack);
  return {
    width: SIDE,
    head: row(" ", pane === 1 ? span("[CONTEXT]", "strong") : "CONTEXT"),
    body: scrollRows(contextRows(model, view, SIDE), at, height, SIDE),
  };
}

function positionText({ review, data }: Model): string {
  const at = review.queue.indexOf(review.current ?? "");
  const position = at === -1 ? "" : `[${at + 1}/${review.queue.length}] `;
  const repo = data.lines.get(review.current ?? "")?.repo;
  return `${repo === undefined ? "" : `${repo}  `}${position}${review.current ?? ""}`;
}

function scrollTask(model: Model, move: Move): Model {
  if (frontFrame(model.stack).pane === 1) return scrollFront(model, move);
  const scroll = scrollPosition(model, model.review.scroll, move);
  return { ...model, review: { ...model.review, scroll } };
}

/** Switches to the context: beside the task, or below it on a narrow screen. */
function turnTaskPane(model: Model): Model {
  if (hasSide(model))
    return changeFront(model, { pane: frontFrame(model.stack).pane === 0 ? 1 : 0 });
  const start = contextStart(model);
  const scroll = model.review.scroll >= start ? 0 : start;
  return { ...model, review: { ...model.review, scroll } };
}

/** Returns the line at which the context begins below the task. */
function contextStart(model: Model): number {
  const view = currentView(model);
  if (view === null) return 0;
  const width = model.size.columns - 2;
  const all = taskLines(model, view, isRoomySize(model), width);
  return all.length - contextRows(model, view, width - 2).length + 1;
}

function footRows(model: Model, width: number, backText: string): ScreenRow[] {
  const isNarrow = width < NARROW;
  const isWide = width >= WIDE_KEYS;
  const first = keysRow(
    model,
    ["review.approve", currentView(model)?.state === "held" ? "Release" : "Approve"],
    ["review.redo", isNarrow ? "Redo" : "Redo with feedback"],
    ["review.reject", "Reject"],
    ["review.diff", isNarrow ? "Diff" : "View diff"],
  );
  const second = [
    ...keysRow(model, ["review.next", "Next task"]),
    span(" "),
    ...keysRow(model, ["review.previous", "Previous task"]).slice(1),
  ];
  const gap = span(isNarrow ? " " : "        ");
  const last = keysRow(model, ["app.back", isWide ? backText : "Back"]).slice(1);
  const above = isWide
    ? keysRow(
        model,
        ["review.since", "Since last review"],
        ["review.why", "Why"],
        ["review.undo", "Undo"],
      )
    : [];
  const beside = isWide
    ? keysRow(
        model,
        ["task.output", "output"],
        ["review.mode", "mode"],
        ["task.copyId", "copy id"],
        ["app.help", "help"],
      )
    : keysRow(model, ...(isNarrow ? [] : [["task.output", "output"] as const]), [
        "app.help",
        "help",
      ]);
  return [
    spreadRow(first, [...above, span("  ")], width),
    spreadRow([...second, gap, ...last], [...beside, span("  ")], width),
  ];
}

/** Draws keys with their actions, three spaces apart. */
function keysRow(
  { keymap }: Model,
  ...pairs: readonly (readonly [command: CommandId, does: string])[]
): ScreenRow {
  return pairs.flatMap(([command, does], index) => [
    span(index === 0 ? "  " : "   "),
    ...keyHint(keymap, command, ` ${does}`),
  ]);
}

function taskText(model: Model): PanelText {
  const { queue, current } = model.review;
  const view = currentView(model);
  const at = queue.indexOf(current ?? "") + 1;
  // A narrow screen has no second column: the context follows the task.
  const narrow = { ...model, size: { columns: 80, rows: 24 } };
  return {
    name: `Task ${at} of ${queue.length}, ${current ?? ""}`,
    lines: view === null ? ["Being read."] : toSpokenLines(taskLines(narrow, view, true, WIDE)),
    here: "",
    keys: keysText(model.keymap, [
      [["review.approve"], "approve"],
      [["review.redo"], "redo with feedback"],
      [["review.reject"], "reject"],
      [["review.diff"], "change"],
      [["review.next"], "next"],
      [["review.previous"], "previous"],
      [["review.why"], "why"],
      [["review.undo"], "undo"],
      [["app.back"], "back"],
    ]),
  };
}
