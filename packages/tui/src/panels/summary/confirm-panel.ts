import { countText, readShareText } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { hasSeveralRepositories } from "../../model/tasks.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { readShare } from "../../session/read-share.ts";
import { drawPanel, panelHeader } from "../../terminal/box.ts";
import { cell, row, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";
import { taskWords } from "../../widgets/task-words.ts";
import { approveConfirmed, confirmState, obstacleText } from "./summary-commands.ts";

const MAX_TASKS = 20;
const MAX_REPO = 14;

/** Lists the tasks that "approve all" would approve; a different key confirms it. */
export const confirmPanel = definePanel({
  id: "confirm",
  commands: { "confirm.yes": approveConfirmed },
  view: confirmRows,
  speak(model) {
    const { ready } = confirmState.of(model);
    return {
      name: `Approve ${countText(ready.length, "task")}?`,
      lines: ready.map(({ task }) => taskWords(model, task)),
      here: "",
      keys: keysText(model.keymap, [
        [["confirm.yes"], "approves them"],
        [["app.back"], "back"],
      ]),
    };
  },
});

function confirmRows(model: Model, height: number): ScreenRow[] {
  const { columns } = model.size;
  const { keymap } = model;
  const tasks = confirmState.of(model).ready.map(({ task }) => task);
  const inner = columns - 2;
  const hidden = tasks.length - MAX_TASKS;
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(
      row(span("APPROVE AUTO-APPROVABLE", "strong")),
      row(`${tasks.length} of ${model.review.queue.length}`),
      inner,
    ),
    body: [
      [],
      row(
        `  Approve ${countText(tasks.length, "task")}?  Nothing is merged at once; `,
        ...keyHint(keymap, "review.undo", " takes all of it back."),
      ),
      [],
      ...tasks.slice(0, MAX_TASKS).map((task) => taskRow(model, task, inner)),
      ...(hidden > 0 ? [row(`     and ${hidden} more`)] : []),
      [],
      ...leftOutRows(model, new Set(tasks)),
      row("  How much of each was read is recorded with its approval."),
    ],
    foot: [
      row(
        "  ",
        ...keyHint(keymap, "confirm.yes", ` Approve ${tasks.length}   `),
        ...keyHint(keymap, "app.back", " Back"),
      ),
    ],
  });
}

function taskRow(model: Model, task: string, width: number): ScreenRow {
  const view = model.data.views.get(task);
  const change = view?.round?.change;
  const share = view === undefined ? 0 : readShare(model, view);
  const size =
    change === null || change === undefined
      ? ""
      : `+${change.linesAdded} -${change.linesDeleted}  ${countText(change.files, "file")}`;
  const { title = "", repo = "" } = model.data.lines.get(task) ?? {};
  const repoWidth = hasSeveralRepositories(model.data) ? MAX_REPO : 0;
  return row(
    "     ",
    cell(task, 12),
    cell(repo, repoWidth),
    cell(title, Math.max(8, width - 52 - repoWidth)),
    cell(` ${size}`, 20),
    readShareText(share),
  );
}

function leftOutRows(model: Model, taken: ReadonlySet<string>): ScreenRow[] {
  const left = model.review.queue.filter((task) => !taken.has(task));
  if (left.length === 0) return [];
  const names = left
    .slice(0, 4)
    .map((task) => `${task} (${obstacleText(model, task)?.split(";")[0] ?? "being read"})`);
  const more = left.length - names.length;
  return [row(`  Left out: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`)];
}
