import type { TaskLine } from "@countersign/api";
import type { Column } from "@countersign/review";
import { findOpenSprint } from "../../data/data.ts";
import type { Model } from "../../model/model.ts";
import { type Move, movePosition } from "../../model/move.ts";
import { type ModelStep, showNotice, withEffect, withoutEffects } from "../../model/step.ts";
import { columnCards } from "../../model/tasks.ts";
import { navigateWithGuard, openSingleTask } from "../../session/review-session.ts";

/** Tasks of a sprint with the same status, under one heading. */
export type SprintGroup = { readonly name: string; readonly lines: readonly TaskLine[] };

const MAX_ENDED = 5;

/** Groups the agents' tasks by status; with a sprint, only its tasks. */
export function sprintGroups(model: Model): SprintGroup[] {
  const { sprint } = model.data;
  const inIt = new Set(sprint?.tasks.map(({ task }) => task));
  const cards = (column: Column): readonly TaskLine[] =>
    columnCards(model, column).filter(({ task }) => sprint === null || inIt.has(task));
  const open = cards("open");
  const of = (lines: readonly TaskLine[], state: TaskLine["state"]): readonly TaskLine[] =>
    lines.filter((line) => line.state === state);
  const groups = [
    { name: "Now", lines: cards("progress") },
    { name: "Redo", lines: of(open, "rework") },
    { name: "Next", lines: of(open, "open") },
    { name: "Held", lines: of(cards("reviewing"), "held") },
    { name: "Failed", lines: of(cards("done"), "rejected").slice(0, MAX_ENDED) },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

export function listSprintTasks(model: Model): TaskLine[] {
  return sprintGroups(model).flatMap(({ lines }) => [...lines]);
}

/** Returns the selected task; updates do not move the selection. */
export function selectedSprintTask(model: Model): TaskLine | null {
  const tasks = listSprintTasks(model);
  return tasks.find(({ task }) => task === model.review.selected) ?? tasks[0] ?? null;
}

/** Opens the sprint; without one, the planning. */
export function openSprint(model: Model): ModelStep {
  const panel = findOpenSprint(model.data) === null ? "planning" : "sprint";
  return withoutEffects(navigateWithGuard(model, { type: "OPEN", panel }));
}

export function pauseOrResume(model: Model): ModelStep {
  if (findOpenSprint(model.data) === null)
    return withoutEffects(showNotice(model, "No sprint is running.", "warn"));
  const isPaused = model.data.sprint?.state === "paused";
  return withEffect(model, { type: "sprint", request: { do: isPaused ? "resume" : "pause" } });
}

export function moveSprint(model: Model, move: Move): Model {
  const tasks = listSprintTasks(model);
  const here = tasks.findIndex(({ task }) => task === selectedSprintTask(model)?.task);
  const next = tasks[movePosition(Math.max(0, here), move, tasks.length, model.size.rows - 12)];
  return next === undefined ? model : selectSprintTask(model, next.task);
}

/** Selects a task of the sprint. */
export function selectSprintTask(model: Model, task: string): Model {
  return { ...model, review: { ...model.review, selected: task } };
}

export function openSelectedTask(model: Model): ModelStep {
  const line = selectedSprintTask(model);
  if (line === null) return withoutEffects(showNotice(model, "There is no task to open."));
  return withoutEffects(openSingleTask(navigateWithGuard(model, { type: "HOME" }), line.task));
}
