import type { TaskLine } from "@countersign/api";
import { ageText, cappedCount, clockText, SIGNS, turnText } from "@countersign/review";
import type { Model } from "../store/model.ts";
import { bodyHeight, head, panel } from "../terminal/box.ts";
import { cell, type Row, row, span } from "../terminal/row.ts";
import { openSprintOf } from "./open-sprint.ts";
import { targetWords } from "./sprint-bar.ts";
import { sprintGroups, sprintTaskHere } from "./sprint-tasks.ts";

const NAME = 9;

/** How the work goes on: how much is done, who is at what, what comes next, what went wrong. */
export function sprintRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const foot = footRows();
  const inner = columns - 2;
  const above = aboveRows(model, inner);
  const { rows, here } = taskRows(model, inner);
  const room = Math.max(1, bodyHeight({ height, foot }) - above.length);
  const top = Math.max(0, Math.min(here - Math.floor(room / 2), rows.length - room));
  return panel({
    width: columns,
    height,
    head: head(row(span("SPRINT", "strong")), row(stateWords(model)), inner),
    body: [...above, ...rows.slice(top, top + room)],
    foot,
  });
}

/** The same as lines, for whoever hears them. */
export function sprintWords(model: Model): Row[] {
  return [row(stateWords(model)), ...aboveRows(model, WIDE)].filter((line) => line.length > 0);
}

const WIDE = 2_000;

function aboveRows(model: Model, width: number): Row[] {
  const { counts, waitingForMe, paused, unreviewed } = model.data;
  const { done, all, failed } = progressOf(model);
  const share = all === 0 ? 0 : done / all;
  const review = [
    `${cappedCount(waitingForMe)} waiting for you`,
    `${cappedCount(Math.max(0, counts.reviewing - waitingForMe))} with others`,
    `${cappedCount(counts.approved + counts.merging)} being merged`,
  ].join("   ");
  return [
    row(
      `  ${cappedCount(done)}/${cappedCount(all)} tasks  `,
      ...barOf(share, Math.max(10, Math.min(40, width - 44))),
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
        span("[M]", "key"),
        " release",
      ),
    ),
    ...unreviewed.map(({ repo, text }) =>
      row("  ", cell("Target", NAME, "faint"), span(`${repo}: ${text}`, "warn")),
    ),
    [],
  ];
}

/** Of the sprint what was submitted; without one, of all tasks what is done. */
function progressOf({ data }: Model): { done: number; all: number; failed: number } {
  const { counts, sprint } = data;
  if (sprint !== null)
    return { done: sprint.worked, all: sprint.tasks.length, failed: sprint.failed };
  const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
  return { done: counts.done, all, failed: counts.rejected + counts.held };
}

/** When the sprint ends, and why it is paused. */
function runningRows({ data, nowMs }: Model): Row[] {
  const sprint = openSprintOf(data);
  if (sprint === null) return [];
  const { paused } = sprint;
  const why = paused?.task === null ? `by ${paused.by}` : `${paused?.task} failed`;
  return [
    row(`  ${targetWords(sprint, nowMs)}`),
    ...(paused === null
      ? []
      : [row("  ", cell("Paused", NAME, "faint"), span(`${why}: no work begins`, "warn"))]),
  ];
}

function stateWords({ data: { sprint, counts } }: Model): string {
  if (sprint?.ended != null) return `ended ${clockText(sprint.ended.atMs)}`;
  const working =
    sprint === null
      ? counts.in_progress
      : sprint.tasks.filter(({ state }) => state === "in_progress").length;
  const agents = working === 0 ? "nobody at work" : `${cappedCount(working)} at work`;
  return sprint === null ? agents : `${agents}  ${sprint.state}`;
}

function barOf(share: number, width: number) {
  const full = Math.floor(share * width);
  return [
    span(SIGNS.full.repeat(full), "good"),
    span(SIGNS.empty.repeat(width - full), "faint"),
  ] as const;
}

function taskRows(model: Model, width: number): { rows: Row[]; here: number } {
  const chosen = sprintTaskHere(model)?.task;
  const rows: Row[] = [];
  let here = 0;
  for (const { name, lines } of sprintGroups(model)) {
    for (const [index, line] of lines.entries()) {
      const isHere = line.task === chosen;
      if (isHere) here = rows.length;
      rows.push(taskRow(model, line, { name: index === 0 ? name : "", isHere, width }));
    }
    rows.push([]);
  }
  if (rows.length > 0) return { rows, here };
  return { rows: [row("  Nothing to do: no task is open, and nobody is at work.")], here };
}

type Place = { name: string; isHere: boolean; width: number };

function taskRow(model: Model, line: TaskLine, { name, isHere, width }: Place): Row {
  const who = line.state === "open" ? "" : turnText(line.turn, model.data.me);
  const age = ageText(model.nowMs - line.updatedMs);
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

function footRows(): Row[] {
  const key = (name: string) => span(`[${name}]`, "key");
  return [
    row(
      "  ",
      key("R"),
      " review  ",
      key("Space"),
      " pause/resume  ",
      key("+"),
      " add  ",
      key("!"),
      " stop",
    ),
    row(
      "  ",
      key("Enter"),
      " open  ",
      key("m"),
      " mode  ",
      key("W"),
      " why  ",
      key("Esc"),
      " Back",
    ),
  ];
}

/** What is chosen, in words. */
export function sprintHere(model: Model): string {
  const line = sprintTaskHere(model);
  if (line === null) return "Nothing to do.";
  const group = sprintGroups(model).find(({ lines }) => lines.includes(line));
  return `${group?.name ?? ""}: ${line.task}, ${line.title}, ${line.priority}`;
}
