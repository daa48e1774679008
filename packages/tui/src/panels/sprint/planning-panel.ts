import type { TaskLine } from "@countersign/api";
import { clockText, countText, SIGNS } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { centredStart } from "../../model/move.ts";
import { withoutEffects } from "../../model/step.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { toSpokenLines, toSpokenText } from "../../screen-reader/spoken-text.ts";
import { bodyHeight, drawPanel, headingRow, isRoomySize, panelHeader } from "../../terminal/box.ts";
import { cell, entryRow, row, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint, keysHint } from "../../widgets/key-hints.ts";
import {
  changeNumber,
  chosenTasks,
  hourText,
  isChosen,
  movePlan,
  nextTarget,
  openAdding,
  type PlanTarget,
  planState,
  planTasks,
  selectedPlanTask,
  startPlanned,
  toggleAll,
  togglePause,
  toggleTask,
} from "./plan.ts";

const TARGET = 27;

/** Plans a sprint: its end, its tasks, and whether a failure pauses it. */
export const planningPanel = definePanel({
  id: "planning",
  commands: {
    "sprint.add": openAdding,
    "plan.toggle": (model) => withoutEffects(toggleTask(model)),
    "plan.all": (model) => withoutEffects(toggleAll(model)),
    "plan.target": (model) => withoutEffects(nextTarget(model)),
    "plan.more": (model) => withoutEffects(changeNumber(model, 1)),
    "plan.less": (model) => withoutEffects(changeNumber(model, -1)),
    "plan.pause": (model) => withoutEffects(togglePause(model)),
    "plan.start": startPlanned,
  },
  move: movePlan,
  view: planningRows,
  hits(model, { at }) {
    const line = planTasks(model)[at];
    return line === undefined ? null : planState.change(model, { here: line.task });
  },
  speak: (model) => ({
    name: planState.of(model).adding ? "Add to the sprint" : "Sprint planning",
    lines: toSpokenLines([
      ...targetRows(model),
      readyRow(model),
      chosenRow(model),
      ...optionRows(model),
    ]),
    here: toSpokenText(selectedText(model)),
    keys: keysText(model.keymap, [
      [["nav.down", "nav.up"], "move"],
      [["plan.toggle"], "chooses"],
      [["plan.all"], "all or none"],
      [["plan.target"], "target"],
      [["plan.more", "plan.less"], "its number"],
      [["plan.pause"], "pause on failure"],
      [["plan.start"], "starts"],
      [["app.back"], "cancels"],
    ]),
  }),
});

function planningRows(model: Model, height: number): ScreenRow[] {
  const { columns } = model.size;
  const foot = [footRow(model)];
  const apart: ScreenRow[] = isRoomySize(model) ? [[]] : [];
  const above = [
    ...(planState.of(model).adding ? [] : [...apart, ...targetRows(model), ...apart]),
    row(
      "  ",
      ...headingRow("Task Selection"),
      "   ",
      ...keyHint(model.keymap, "plan.toggle", " toggle  "),
      ...keyHint(model.keymap, "plan.all", " all/none  "),
    ),
    readyRow(model),
    ...apart,
  ];
  const below = [...apart, chosenRow(model), ...apart, ...optionRows(model)];
  const room = Math.max(1, bodyHeight({ height, foot }) - above.length - below.length);
  const tasks = planTasks(model);
  const at = tasks.findIndex(({ task }) => task === selectedPlanTask(model)?.task);
  const top = centredStart(tasks.length, at, room);
  const shown = tasks
    .slice(top, top + room)
    .map((line, index) => entryRow(taskRow(model, line, columns - 2), "task", top + index));
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(
      row(span(titleText(model), "strong")),
      row(span(lastSprintText(model), "faint")),
      columns - 2,
    ),
    body: [...above, ...shown, ...below],
    foot,
  });
}

function titleText(model: Model): string {
  return planState.of(model).adding ? "ADD TO THE SPRINT" : "SPRINT PLANNING";
}

/** Describes how the last sprint ended. */
function lastSprintText({ data: { sprint } }: Model): string {
  if (sprint?.ended == null) return "";
  const failed = sprint.failed === 0 ? "" : `, ${sprint.failed} failed`;
  const tasks = `${sprint.worked}/${sprint.tasks.length} tasks`;
  return `the last one: ${tasks}${failed}, ended ${clockText(sprint.ended.atMs)}`;
}

/** Returns the selected task for a screen reader. */
function selectedText(model: Model): string {
  const line = selectedPlanTask(model);
  if (line === null) return "No task is ready.";
  const state = isChosen(model, line.task) ? "chosen" : "not chosen";
  return `${line.task}, ${line.title}, ${line.priority}, ${state}`;
}

function targetRows(model: Model): ScreenRow[] {
  if (planState.of(model).adding) return [];
  const { tasks, hours } = planState.of(model).numbers;
  const of = (target: PlanTarget, text: string) => {
    const isIt = planState.of(model).target === target;
    const sign = isIt ? SIGNS.live : SIGNS.open;
    return cell(`${sign} ${text}`, TARGET, isIt ? "strong" : "plain");
  };
  const targets = [
    of("tasks", `Complete [${tasks}] tasks`),
    of("hours", `Run for [${hours}] hours`),
    of("clock", `Run until [${hourText(model)}]`),
    of("none_ready", "Run until no ready tasks"),
  ];
  const keys = [
    ...keyHint(model.keymap, "plan.target", " next  "),
    ...keysHint(model.keymap, ["plan.more", "plan.less"], " number  "),
  ];
  const lines = isRoomySize(model) ? targets.map((one) => [one]) : inPairs(targets);
  return [
    row("  ", ...headingRow("Sprint Target"), "   ", ...keys),
    ...lines.map((line) => row("  ", ...line)),
  ];
}

function inPairs<Item>(items: readonly Item[]): Item[][] {
  return items.flatMap((_, at) => (at % 2 === 0 ? [items.slice(at, at + 2)] : []));
}

function readyRow(model: Model): ScreenRow {
  const { length } = planTasks(model);
  return row(length === 0 ? "  No task is ready." : `  Ready tasks: ${length}`);
}

function taskRow(model: Model, line: TaskLine, width: number): ScreenRow {
  const isHere = line.task === selectedPlanTask(model)?.task;
  const isIn = isChosen(model, line.task);
  return row(
    span(isHere ? "> " : "  ", "strong"),
    span(isIn ? `[${SIGNS.tick}] ` : "[ ] ", isIn ? "good" : "plain"),
    cell(line.task, 13, isHere ? "selected" : "plain"),
    cell(`${line.title} (${line.priority})`, Math.max(10, width - 36)),
    span(isIn ? "" : " excluded", "faint"),
  );
}

function chosenRow(model: Model): ScreenRow {
  return row(`  Selected: ${countText(chosenTasks(model).length, "task")}`);
}

function optionRows(model: Model): ScreenRow[] {
  const plan = planState.of(model);
  if (plan.adding) return [];
  const tick = plan.pauseOnFailure ? SIGNS.tick : " ";
  return [
    ...(isRoomySize(model) ? [row("  ", ...headingRow("Options"))] : []),
    row(`  [${tick}] Pause on any failure   `, ...keyHint(model.keymap, "plan.pause", " change  ")),
  ];
}

function footRow(model: Model): ScreenRow {
  const { adding } = planState.of(model);
  return [
    span("  "),
    ...keyHint(model.keymap, "plan.start", adding ? " Add Tasks  " : " Start Sprint  "),
    ...keyHint(model.keymap, "app.back", " Cancel  "),
  ];
}
