import type { TaskLine } from "@countersign/api";
import type { Column } from "../store/data.ts";
import type { Model } from "../store/model.ts";
import { cardsOf } from "../store/tasks.ts";

/** Tasks of a sprint that stand alike, under one word. */
export type SprintGroup = { readonly name: string; readonly lines: readonly TaskLine[] };

const MOST_ENDED = 5;

/** What the agents have before them and behind them, of the sprint alone where there is one. */
export function sprintGroups(model: Model): SprintGroup[] {
  const { sprint } = model.data;
  const inIt = new Set(sprint?.tasks.map(({ task }) => task));
  const cards = (column: Column): readonly TaskLine[] =>
    cardsOf(model, column).filter(({ task }) => sprint === null || inIt.has(task));
  const open = cards("open");
  const of = (lines: readonly TaskLine[], state: TaskLine["state"]): readonly TaskLine[] =>
    lines.filter((line) => line.state === state);
  const groups = [
    { name: "Now", lines: cards("progress") },
    { name: "Redo", lines: of(open, "rework") },
    { name: "Next", lines: of(open, "open") },
    { name: "Held", lines: of(cards("reviewing"), "held") },
    { name: "Failed", lines: of(cards("done"), "rejected").slice(0, MOST_ENDED) },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

export function sprintTasks(model: Model): TaskLine[] {
  return sprintGroups(model).flatMap(({ lines }) => [...lines]);
}

/** The task that is chosen; what happens meanwhile does not move the choice to another one. */
export function sprintTaskHere(model: Model): TaskLine | null {
  const tasks = sprintTasks(model);
  return tasks.find(({ task }) => task === model.review.selected) ?? tasks[0] ?? null;
}
