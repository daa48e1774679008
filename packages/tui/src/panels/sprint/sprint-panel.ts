import type { TaskLine } from "@countersign/api";
import { cappedCount, clockText, relativeAgeText, SIGNS, turnText } from "@countersign/review";
import { findOpenSprint } from "../../data/data.ts";
import { statusNeeds } from "../../data/need.ts";
import type { Model } from "../../model/model.ts";
import { centredStart } from "../../model/move.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { toSpokenLines, toSpokenText } from "../../screen-reader/spoken-text.ts";
import { bodyHeight, drawPanel, panelHeader } from "../../terminal/box.ts";
import { cell, entryRow, row, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";
import { sprintEndText, withoutTimeLeft } from "../../widgets/sprint-bar.ts";
import {
  listSprintTasks,
  moveSprint,
  openSelectedTask,
  openSprint,
  pauseOrResume,
  selectedSprintTask,
  selectSprintTask,
  sprintGroups,
} from "./sprint-tasks.ts";

const NAME = 9;
const WIDE = 2_000;

/** Shows the progress of a sprint: finished work, active agents, next tasks and failures. */
export const sprintPanel = definePanel({
  id: "sprint",
  needs: ({ data, nowMs }) => statusNeeds(data, nowMs),
  commands: {
    "sprint.open": openSprint,
    "sprint.pause": pauseOrResume,
    "sprint.task": openSelectedTask,
  },
  move: moveSprint,
  view: sprintRows,
  hits(model, { at }) {
    const line = listSprintTasks(model)[at];
    return line === undefined ? null : selectSprintTask(model, line.task);
  },
  opens: "sprint.task",
  task: (model) => selectedSprintTask(model)?.task ?? null,
  speak: (model) => ({
    name: "Sprint",
    lines: toSpokenLines(overviewRows(model)).map(withoutTimeLeft),
    here: toSpokenText(selectedText(model)),
    keys: keysText(model.keymap, [
      [["nav.down", "nav.up"], "move"],
      [["sprint.task"], "opens the task"],
      [["review.open"], "review"],
      [["review.mode"], "mode"],
      [["review.why"], "why"],
      [["sprint.pause"], "pauses or resumes"],
      [["sprint.add"], "adds tasks"],
      [["sprint.stop"], "stops"],
      [["app.back"], "back"],
    ]),
  }),
});

function sprintRows(model: Model, height: number): ScreenRow[] {
  const { columns } = model.size;
  const foot = footRows(model);
  const inner = columns - 2;
  const above = aboveRows(model, inner);
  const { rows, here } = taskRows(model, inner);
  const room = Math.max(1, bodyHeight({ height, foot }) - above.length);
  const top = centredStart(rows.length, here, room);
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(row(span("SPRINT", "strong")), row(stateText(model)), inner),
    body: [...above, ...rows.slice(top, top + room)],
    foot,
  });
}

/** Returns the part above the tasks, for a screen reader. */
function overviewRows(model: Model): ScreenRow[] {
  return [row(stateText(model)), ...aboveRows(model, WIDE)].filter((line) => line.length > 0);
}

function aboveRows(model: Model, width: number): ScreenRow[] {
  const { counts, waitingForMe, paused, unreviewed } = model.data;
  const { done, all, failed } = countProgress(model);
  const share = all === 0 ? 0 : done / all;
  const review = [
    `${cappedCount(waitingForMe)} waiting for you`,
    `${cappedCount(Math.max(0, counts.reviewing - waitingForMe))} with others`,
    `${cappedCount(counts.approved + counts.merging)} being merged`,
  ].join("   ");
  return [
    row(
      `  ${cappedCount(done)}/${cappedCount(all)} tasks  `,
      ...progressBar(share, Math.max(10, Math.min(40, width - 44))),
      `  ${Math.floor(share * 100)}%`,
      span(failed === 0 ? "" : `   ${cappedCount(failed)} failed or held`, "warn"),
    ),
    ...runningRows(model),
    [],
    row("  ", cell("Review", NAME, "faint"), review),
    ...paused.map(({ repo, why }) =>
      row(
        "  ",
        cell("Paused", NAME, "faint"),
        span(`merges to ${repo}: ${why.replaceAll("_", " ")}`, "warn"),
        "   ",
        ...keyHint(model.keymap, "merges.open", " release"),
      ),
    ),
    ...unreviewed.map(({ repo, text }) =>
      row("  ", cell("Target", NAME, "faint"), span(`${repo}: ${text}`, "warn")),
    ),
    [],
  ];
}

/** Counts submitted tasks of the sprint; without a sprint, finished tasks. */
function countProgress({ data }: Model): { done: number; all: number; failed: number } {
  const { counts, sprint } = data;
  if (sprint !== null)
    return { done: sprint.worked, all: sprint.tasks.length, failed: sprint.failed };
  const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
  return { done: counts.done, all, failed: counts.rejected + counts.held };
}

/** Describes when the sprint ends, and why it is paused. */
function runningRows({ data, nowMs }: Model): ScreenRow[] {
  const sprint = findOpenSprint(data);
  if (sprint === null) return [];
  const { paused } = sprint;
  const why = paused?.task === null ? `by ${paused.by}` : `${paused?.task} failed`;
  return [
    row(`  ${sprintEndText(sprint, nowMs)}`),
    ...(paused === null
      ? []
      : [row("  ", cell("Paused", NAME, "faint"), span(`${why}: no work begins`, "warn"))]),
  ];
}

function stateText({ data: { sprint, counts } }: Model): string {
  if (sprint?.ended != null) return `ended ${clockText(sprint.ended.atMs)}`;
  const working =
    sprint === null
      ? counts.in_progress
      : sprint.tasks.filter(({ state }) => state === "in_progress").length;
  const agents = working === 0 ? "no agents at work" : `${cappedCount(working)} at work`;
  return sprint === null ? agents : `${agents}  ${sprint.state}`;
}

function progressBar(share: number, width: number) {
  const full = Math.floor(share * width);
  return [
    span(SIGNS.full.repeat(full), "good"),
    span(SIGNS.empty.repeat(width - full), "faint"),
  ] as const;
}

function taskRows(model: Model, width: number): { rows: ScreenRow[]; here: number } {
  const chosen = selectedSprintTask(model)?.task;
  const rows: ScreenRow[] = [];
  let here = 0;
  let count = 0;
  for (const { name, lines } of sprintGroups(model)) {
    for (const [index, line] of lines.entries()) {
      const isHere = line.task === chosen;
      if (isHere) here = rows.length;
      const cells = taskRow(model, line, { name: index === 0 ? name : "", isHere, width });
      rows.push(entryRow(cells, "task", count));
      count += 1;
    }
    rows.push([]);
  }
  if (rows.length > 0) return { rows, here };
  return { rows: [row("  Nothing to do: no task is open, and no agent is at work.")], here };
}

type TaskRowOptions = { name: string; isHere: boolean; width: number };

function taskRow(model: Model, line: TaskLine, { name, isHere, width }: TaskRowOptions): ScreenRow {
  const who = line.state === "open" ? "" : turnText(line.turn, model.data.me);
  const age = relativeAgeText(model.nowMs - line.updatedMs);
  return row(
    span(isHere ? "> " : "  ", "strong"),
    cell(name, NAME, "faint"),
    cell(line.task, 13, isHere ? "selected" : "plain"),
    cell(line.title, Math.max(10, width - 50)),
    ` ${line.priority}  `,
    cell(line.state === "rejected" ? "rejected" : who, 14),
    span(` ${age}`, "faint"),
  );
}

function footRows({ keymap }: Model): ScreenRow[] {
  return [
    row(
      "  ",
      ...keyHint(keymap, "review.open", " review  "),
      ...keyHint(keymap, "sprint.pause", " pause/resume  "),
      ...keyHint(keymap, "sprint.add", " add  "),
      ...keyHint(keymap, "sprint.stop", " stop"),
    ),
    row(
      "  ",
      ...keyHint(keymap, "sprint.task", " open  "),
      ...keyHint(keymap, "review.mode", " mode  "),
      ...keyHint(keymap, "review.why", " why  "),
      ...keyHint(keymap, "app.back", " Back"),
    ),
  ];
}

/** Returns the selected task for a screen reader. */
function selectedText(model: Model): string {
  const line = selectedSprintTask(model);
  if (line === null) return "Nothing to do.";
  const group = sprintGroups(model).find(({ lines }) => lines.includes(line));
  return `${group?.name ?? ""}: ${line.task}, ${line.title}, ${line.priority}`;
}
