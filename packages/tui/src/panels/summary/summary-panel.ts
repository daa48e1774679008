import type { TaskView } from "@countersign/api";
import { baseName, countText, readingMinutes, SIGNS, safeText } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { windowStart } from "../../model/move.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { approveAllObstacles, isAutoApprovable, readShare } from "../../session/read-share.ts";
import { bodyHeight, drawPanel, isRoomySize, panelHeader } from "../../terminal/box.ts";
import { wrapText } from "../../terminal/measure.ts";
import {
  cell,
  entryRow,
  fitRow,
  rightCell,
  row,
  type ScreenRow,
  span,
  spreadRow,
} from "../../terminal/row.ts";
import { keyHint, keysHint } from "../../widgets/key-hints.ts";
import { chainRow, qualityMarks, severityMark } from "../../widgets/marks.ts";
import { taskWords } from "../../widgets/task-words.ts";
import {
  approveAll,
  jumpDigit,
  moveSummary,
  nextOrder,
  obstacleText,
  openChosenTask,
  readyTasks,
  summaryState,
} from "./summary-commands.ts";

const SIDE = 42;
const ABOVE_TABLE = 5;

/** The list of all pending tasks, and which of them "approve all" approves. */
export const summaryPanel = definePanel({
  id: "summary",
  needs: () => [],
  commands: {
    "review.approveAll": approveAll,
    "review.oneByOne": openChosenTask,
    "review.order": nextOrder,
  },
  move: moveSummary,
  digit: jumpDigit,
  view: summaryRows,
  hits(model, { at }) {
    const task = model.review.queue[at];
    if (task === undefined) return null;
    const cleared = summaryState.change(model, { jump: "" });
    return { ...cleared, review: { ...model.review, selected: task } };
  },
  opens: "review.oneByOne",
  task: ({ review }) => review.selected,
  speak(model) {
    const { queue, selected } = model.review;
    const at = queue.indexOf(selected ?? "") + 1;
    return {
      name: `Review summary, ${countText(queue.length, "task")}`,
      lines: queue.map((task, index) => `${index + 1}. ${taskWords(model, task)}`),
      here: selected === null ? "" : `Chosen: task ${at} of ${queue.length}, ${selected}`,
      keys: keysText(model.keymap, [
        [["review.approveAll"], "approve all that is auto-approvable"],
        [["review.oneByOne"], "one by one"],
        ["a number", "jumps"],
        [["review.why"], "why"],
        [["app.back"], "back"],
      ]),
    };
  },
});

function summaryRows(model: Model, height: number): ScreenRow[] {
  const { columns } = model.size;
  const isWide = isRoomySize(model) && columns >= 110;
  const inner = isWide ? columns - 3 - SIDE : columns - 2;
  const foot = footRows(model, columns - 2);
  const { queue } = model.review;
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(
      row(span("REVIEW SUMMARY", "strong")),
      row(countText(queue.length, "task")),
      inner,
    ),
    body: bodyRows(model, inner, bodyHeight({ height, foot })),
    foot,
    ...(isWide ? { side: { width: SIDE, head: row(" SELECTED"), body: sideRows(model) } } : {}),
  });
}

function bodyRows(model: Model, width: number, height: number): ScreenRow[] {
  const { queue, selected } = model.review;
  const views = queue.flatMap((task) => model.data.views.get(task) ?? []);
  const ready = readyTasks(model).length;
  const minutes = Math.round(views.reduce((sum, view) => sum + readingMinutes(view), 0));
  const looked = views.length < queue.length ? ` of ${views.length} looked at` : "";
  const numbers = `  Auto-approvable: ${ready}${looked}    Need attention: ${queue.length - ready}`;
  const shown = Math.max(1, height - ABOVE_TABLE - 2);
  const at = Math.max(0, queue.indexOf(selected ?? ""));
  const first = windowStart(queue.length, at, shown);
  const widths = tableWidths(model, width);
  const rows = queue
    .slice(first, first + shown)
    .map((task, index) =>
      entryRow(taskRow(model, task, first + index, widths), "task", first + index),
    );
  const below = queue.length - first - shown;
  const hint = selected === null ? null : obstacleText(model, selected);
  return [
    [],
    spreadRow(
      row(numbers),
      row(span(minutes === 0 ? "" : `~${minutes} min reading  `, "faint")),
      width,
    ),
    [],
    headRow(widths),
    row(span(`  ${SIGNS.rule.repeat(Math.max(0, width - 5))}`, "faint")),
    ...rows,
    below > 0 ? row(span(`     ${SIGNS.more} ${below} more`, "faint")) : [],
    hint === null ? [] : row(span(`  ${selected}: ${hint}`, "faint")),
  ];
}

type Widths = { id: number; title: number; quality: number; repo: number };

const RISK = 5;
const WARNINGS = 5;
const MODE = 9;
const READ = 5;
const MAX_REPO = 14;

/** Adds a column for the repository if there are tasks of several. */
function tableWidths({ review, data }: Model, width: number): Widths {
  const id = Math.min(24, Math.max(10, ...review.queue.map((task) => task.length))) + 1;
  const quality = 8;
  const repos = new Set(review.queue.map((task) => data.lines.get(task)?.repo ?? ""));
  const longest = Math.max(...[...repos].map((repo) => repo.length));
  const repo = repos.size > 1 ? Math.min(MAX_REPO, longest) + 1 : 0;
  const rest = width - (2 + 3 + id + repo + quality + RISK + WARNINGS + MODE + READ + 2);
  return { id, quality, repo, title: Math.max(8, Math.min(60, rest)) };
}

function headRow({ id, title, quality, repo }: Widths): ScreenRow {
  return row(
    "  #  ",
    cell("Task ID", id),
    cell("Repository", repo),
    cell("Title", title),
    cell("Quality", quality),
    cell("Risk", RISK),
    cell("Warn", WARNINGS),
    cell("Mode", MODE),
    rightCell("Read", READ),
  );
}

function taskRow(model: Model, task: string, index: number, widths: Widths): ScreenRow {
  const view = model.data.views.get(task);
  const isSelected = model.review.selected === task;
  const paint = isSelected ? "selected" : "plain";
  const line = model.data.lines.get(task);
  const risk = view?.round?.plan?.risk;
  const warnings = view === undefined ? 0 : openWarnings(view);
  const marks = view === undefined ? [span("reading", "faint")] : qualityMarks(view);
  const read = view === undefined ? "" : `${readShare(model, view)}%`;
  return [
    span(isSelected ? ">" : " ", "strong"),
    rightCell(String(index + 1), 2),
    span("  "),
    cell(task, widths.id, paint),
    cell(line?.repo ?? "", widths.repo, paint),
    cell(line?.title ?? "", widths.title - 1, paint),
    span(" "),
    ...fitRow(marks, widths.quality - 1),
    span(" "),
    cell(risk === undefined ? "" : `${risk}/10`, RISK),
    cell(warnings === 0 ? "" : `${SIGNS.warning}${warnings}`, WARNINGS, "warn"),
    cell(view?.round?.plan?.mode ?? "", MODE),
    rightCell(read, READ),
  ];
}

/** Counts open findings above informational. */
function openWarnings({ findings }: TaskView): number {
  return findings.filter(
    ({ disposition, severity }) => disposition.is === "open" && severity !== "info",
  ).length;
}

function footRows(model: Model, width: number): ScreenRow[] {
  const { keymap } = model;
  const { queue, order } = model.review;
  const { jump } = summaryState.of(model);
  const ready = readyTasks(model).length;
  const last = Math.min(9, queue.length);
  const typed = jump === "" ? "" : `  task ${jump}, more digits or [Enter]`;
  return [
    row("  ", ...keyHint(keymap, "review.approveAll", ` Approve all auto-approvable (${ready})`)),
    row("  ", ...keyHint(keymap, "review.oneByOne", " Review one by one")),
    spreadRow(
      row("  ", span(`[1-${last}]`, "key"), ` Jump to specific task${typed}`),
      row(
        ...keysHint(keymap, ["nav.down", "nav.up"], " move   "),
        ...keyHint(keymap, "review.order", ` order: ${order}   `),
        ...keyHint(keymap, "review.mode", " mode  "),
      ),
      width,
    ),
    spreadRow(
      row("  ", ...keyHint(keymap, "app.back", " Cancel")),
      row(...keyHint(keymap, "review.why", " why   "), ...keyHint(keymap, "app.help", " help  ")),
      width,
    ),
  ];
}

function sideRows(model: Model): ScreenRow[] {
  const task = model.review.selected;
  const view = task === null ? undefined : model.data.views.get(task);
  if (view === undefined) return [[], row(" reading the task")];
  const { round } = view;
  const change = round?.change;
  const lines =
    change === null || change === undefined
      ? " being read"
      : ` ${countText(change.files, "file")}  +${change.linesAdded} -${change.linesDeleted}  ~${Math.ceil(readingMinutes(view))} min`;
  return [
    [],
    row(" ", span(view.id, "strong")),
    ...wrapped(view.title),
    [],
    row(
      ` ${view.authors.at(-1) ?? "no author"}   round ${round?.number ?? 0}   STATUS: ${round?.signal ?? "-"}`,
    ),
    row(`${lines}   risk ${round?.plan?.risk ?? "?"}/10`),
    [],
    ...obstacleRows(model, view),
    [],
    ...findingRows(view),
    [],
    [...row(" Chain  "), ...chainRow(view, model.data.me)],
    [],
    row(span(" Agent says", "strong")),
    ...wrapped(`"${round?.summary ?? ""}"`),
  ];
}

function wrapped(text: string): ScreenRow[] {
  return wrapText(safeText(text), SIDE - 2)
    .slice(0, 6)
    .map((line) => row(` ${line}`));
}

function obstacleRows(model: Model, view: TaskView): ScreenRow[] {
  if (isAutoApprovable(model, view)) return [row(span(" Auto-approvable", "good"))];
  return [
    row(" Not auto-approvable because"),
    ...approveAllObstacles(model, view).map((why) => row(` - ${why}`)),
  ];
}

function findingRows({ findings }: TaskView): ScreenRow[] {
  const open = findings.filter(({ disposition }) => disposition.is === "open");
  const number = (severity: string) => open.filter((one) => one.severity === severity).length;
  return [
    row(
      ` Findings  ${number("critical")} critical ${number("major")} major ${number("warning")} warnings`,
    ),
    ...open.slice(0, 5).map(({ severity, file, line, message }) => {
      const place =
        file === undefined ? "" : `${baseName(file)}${line === undefined ? "" : `:${line}`}  `;
      return row(" ", severityMark(severity), ` ${place}${message}`);
    }),
  ];
}
