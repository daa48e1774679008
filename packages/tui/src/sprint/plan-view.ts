import type { TaskLine } from "@countersign/api";
import { clockText, countText, SIGNS } from "@countersign/review";
import type { Model } from "../store/model.ts";
import { bodyHeight, head, heading, panel } from "../terminal/box.ts";
import { isRoomySize } from "../terminal/roomy-size.ts";
import { cell, type Row, row, span } from "../terminal/row.ts";
import { chosenTasks, hourText, isChosen, planTaskHere, planTasks } from "./plan.ts";
import type { PlanTarget } from "./plan-state.ts";

const TARGET = 27;
const TASK_KEYS = [...key("Space", "toggle"), ...key("a", "all/none")];

/** A sprint before it starts: when it ends, which tasks are in it, and what a failure does. */
export function planningRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const foot = [footRow(model)];
  const apart: Row[] = isRoomySize(model) ? [[]] : [];
  const above = [
    ...(model.plan.adding ? [] : [...apart, ...targetRows(model), ...apart]),
    row("  ", ...heading("Task Selection"), "   ", ...TASK_KEYS),
    readyRow(model),
    ...apart,
  ];
  const below = [...apart, chosenRow(model), ...apart, ...optionRows(model)];
  const room = Math.max(1, bodyHeight({ height, foot }) - above.length - below.length);
  const tasks = planTasks(model);
  const at = tasks.findIndex(({ task }) => task === planTaskHere(model)?.task);
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), tasks.length - room));
  const shown = tasks.slice(top, top + room).map((line) => taskRow(model, line, columns - 2));
  return panel({
    width: columns,
    height,
    head: head(
      row(span(nameOf(model), "strong")),
      row(span(lastWords(model), "faint")),
      columns - 2,
    ),
    body: [...above, ...shown, ...below],
    foot,
  });
}

function nameOf({ plan }: Model): string {
  return plan.adding ? "ADD TO THE SPRINT" : "SPRINT PLANNING";
}

/** How the sprint before ended: nobody was asked when it did. */
function lastWords({ data: { sprint } }: Model): string {
  if (sprint?.ended == null) return "";
  const failed = sprint.failed === 0 ? "" : `, ${sprint.failed} failed`;
  const tasks = `${sprint.worked}/${sprint.tasks.length} tasks`;
  return `the last one: ${tasks}${failed}, ended ${clockText(sprint.ended.atMs)}`;
}

/** The same as lines, for whoever hears them. */
export function planningWords(model: Model): Row[] {
  return [...targetRows(model), readyRow(model), chosenRow(model), ...optionRows(model)];
}

/** What is chosen, in words. */
export function planningHere(model: Model): string {
  const line = planTaskHere(model);
  if (line === null) return "No task is ready.";
  const state = isChosen(model, line.task) ? "chosen" : "not chosen";
  return `${line.task}, ${line.title}, ${line.priority}, ${state}`;
}

function targetRows(model: Model): Row[] {
  if (model.plan.adding) return [];
  const { tasks, hours } = model.plan.numbers;
  const of = (target: PlanTarget, text: string) => {
    const isIt = model.plan.target === target;
    const sign = isIt ? SIGNS.live : SIGNS.open;
    return cell(`${sign} ${text}`, TARGET, isIt ? "strong" : "plain");
  };
  const targets = [
    of("tasks", `Complete [${tasks}] tasks`),
    of("hours", `Run for [${hours}] hours`),
    of("clock", `Run until [${hourText(model)}]`),
    of("none_ready", "Run until no ready tasks"),
  ];
  const keys = [...key("Tab", "next"), ...key("+/-", "number")];
  const lines = isRoomySize(model) ? targets.map((one) => [one]) : inPairs(targets);
  return [
    row("  ", ...heading("Sprint Target"), "   ", ...keys),
    ...lines.map((line) => row("  ", ...line)),
  ];
}

function inPairs<Item>(items: readonly Item[]): Item[][] {
  return items.flatMap((_, at) => (at % 2 === 0 ? [items.slice(at, at + 2)] : []));
}

function readyRow(model: Model): Row {
  const { length } = planTasks(model);
  return row(length === 0 ? "  No task is ready." : `  Ready tasks: ${length}`);
}

function taskRow(model: Model, line: TaskLine, width: number): Row {
  const isHere = line.task === planTaskHere(model)?.task;
  const isIn = isChosen(model, line.task);
  return row(
    span(isHere ? "> " : "  ", "strong"),
    span(isIn ? `[${SIGNS.tick}] ` : "[ ] ", isIn ? "good" : "plain"),
    cell(line.task, 13, isHere ? "selected" : "plain"),
    cell(`${line.title} (${line.priority})`, Math.max(10, width - 36)),
    span(isIn ? "" : " excluded", "faint"),
  );
}

function chosenRow(model: Model): Row {
  return row(`  Selected: ${countText(chosenTasks(model).length, "task")}`);
}

function optionRows(model: Model): Row[] {
  const { plan } = model;
  if (plan.adding) return [];
  const tick = plan.pauseOnFailure ? SIGNS.tick : " ";
  return [
    ...(isRoomySize(model) ? [row("  ", ...heading("Options"))] : []),
    row(`  [${tick}] Pause on any failure   `, ...key("p", "change")),
  ];
}

function footRow({ plan }: Model): Row {
  return [
    span("  "),
    ...key("Enter", plan.adding ? "Add Tasks" : "Start Sprint"),
    ...key("Esc", "Cancel"),
  ];
}

function key(name: string, does: string) {
  return [span(`[${name}]`, "key"), span(` ${does}  `)] as const;
}
