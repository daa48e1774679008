import { MAX_SPRINT_TASKS, type SprintTarget, type TaskLine } from "@countersign/api";
import { clockText } from "@countersign/review";
import { findOpenSprint } from "../../data/data.ts";
import type { Model } from "../../model/model.ts";
import { type Move, movePosition } from "../../model/move.ts";
import { createPanelState } from "../../model/panel-state.ts";
import { type ModelStep, showNotice, withEffect, withoutEffects } from "../../model/step.ts";
import { columnCards } from "../../model/tasks.ts";
import { navigateWithGuard } from "../../session/review-session.ts";

/** The possible ends of a sprint, in the order of the panel. */
const TARGETS = ["tasks", "hours", "clock", "none_ready"] as const;
export type PlanTarget = (typeof TARGETS)[number];

/** A planned sprint, or the tasks to add to the running one. */
export type SprintPlan = {
  readonly adding: boolean;
  readonly target: PlanTarget;
  /** The number of each target that has one: tasks, hours, or the hour of the day. */
  readonly numbers: Readonly<Record<"tasks" | "hours" | "clock", number>>;
  readonly pauseOnFailure: boolean;
  /** Whether all tasks are selected except `but`, or only those in `but`; more tasks may still load. */
  readonly all: boolean;
  readonly but: ReadonlySet<string>;
  readonly here: string | null;
};

const FIRST_PLAN: SprintPlan = {
  adding: false,
  target: "none_ready",
  numbers: { tasks: 20, hours: 8, clock: 8 },
  pauseOnFailure: false,
  all: true,
  but: new Set(),
  here: null,
};

export const planState = createPanelState<SprintPlan>({ id: "planning", init: FIRST_PLAN });

const HOUR_MS = 3_600_000;

/** Returns the tasks that can be chosen, regardless of the filter: open ones that are not in the sprint yet. */
export function planTasks(model: Model): readonly TaskLine[] {
  const open = columnCards({ ...model, filter: "" }, "open").slice(0, MAX_SPRINT_TASKS);
  if (!planState.of(model).adding) return open;
  const taken = new Set(model.data.sprint?.tasks.map(({ task }) => task));
  return open.filter(({ task }) => !taken.has(task));
}

export function selectedPlanTask(model: Model): TaskLine | null {
  const tasks = planTasks(model);
  return tasks.find(({ task }) => task === planState.of(model).here) ?? tasks[0] ?? null;
}

export function isChosen(model: Model, task: string): boolean {
  const plan = planState.of(model);
  return plan.all !== plan.but.has(task);
}

/** Returns the selected tasks that still exist. */
export function chosenTasks(model: Model): string[] {
  return planTasks(model).flatMap(({ task }) => (isChosen(model, task) ? [task] : []));
}

/** Converts the target for the engine. A number above the selected tasks means all of them. */
function sprintTarget(model: Model, chosen: number): SprintTarget {
  const { nowMs } = model;
  const { target, numbers } = planState.of(model);
  if (target === "none_ready") return { is: "none_ready" };
  if (target === "tasks") return { is: "tasks", count: Math.min(numbers.tasks, chosen) };
  if (target === "hours") return { is: "until", untilMs: nowMs + numbers.hours * HOUR_MS };
  return { is: "until", untilMs: nextHourMs(numbers.clock, nowMs) };
}

/** Returns the next time the local clock shows this hour. */
function nextHourMs(hour: number, nowMs: number): number {
  const at = new Date(nowMs);
  at.setHours(hour, 0, 0, 0);
  if (at.getTime() <= nowMs) at.setDate(at.getDate() + 1);
  return at.getTime();
}

/** Formats an hour of the day: `08:00`. */
export function hourText(model: Model): string {
  const { numbers } = planState.of(model);
  return clockText(nextHourMs(numbers.clock, model.nowMs));
}

/** Adds tasks to the running sprint; none is selected at first. */
export function openAdding(model: Model): ModelStep {
  if (findOpenSprint(model.data) === null)
    return withoutEffects(showNotice(model, "No sprint is running.", "warn"));
  const state = { ...FIRST_PLAN, adding: true, all: false };
  return withoutEffects(navigateWithGuard(model, { type: "OPEN", panel: "planning", state }));
}

export function movePlan(model: Model, move: Move): Model {
  const tasks = planTasks(model);
  const at = tasks.findIndex(({ task }) => task === selectedPlanTask(model)?.task);
  const next = tasks[movePosition(Math.max(0, at), move, tasks.length, model.size.rows - 14)];
  return next === undefined ? model : planState.change(model, { here: next.task });
}

export function toggleTask(model: Model): Model {
  const here = selectedPlanTask(model);
  if (here === null) return model;
  const but = new Set(planState.of(model).but);
  if (!but.delete(here.task)) but.add(here.task);
  return planState.change(movePlan(model, { by: "line", count: 1 }), { but });
}

/** Selects all tasks, or none if all are selected. */
export function toggleAll(model: Model): Model {
  const isAll = planTasks(model).every(({ task }) => isChosen(model, task));
  return planState.change(model, { all: !isAll, but: new Set() });
}

export function nextTarget(model: Model): Model {
  if (planState.of(model).adding) return model;
  const at = TARGETS.indexOf(planState.of(model).target);
  return planState.change(model, { target: TARGETS[(at + 1) % TARGETS.length] ?? "none_ready" });
}

const MAX_NUMBER = { tasks: MAX_SPRINT_TASKS, hours: 168, clock: 23 } as const;
const MIN_NUMBER = { tasks: 1, hours: 1, clock: 0 } as const;

/** Changes the number of the target by one. */
export function changeNumber(model: Model, by: -1 | 1): Model {
  const { target, numbers } = planState.of(model);
  if (target === "none_ready") return model;
  const number = Math.max(MIN_NUMBER[target], Math.min(MAX_NUMBER[target], numbers[target] + by));
  return planState.change(model, { numbers: { ...numbers, [target]: number } });
}

export function togglePause(model: Model): Model {
  if (planState.of(model).adding) return model;
  return planState.change(model, { pauseOnFailure: !planState.of(model).pauseOnFailure });
}

/** Starts the sprint, or adds to it; the progress is shown after the engine has confirmed. */
export function startPlanned(model: Model): ModelStep {
  const tasks = chosenTasks(model);
  if (tasks.length === 0)
    return withoutEffects(showNotice(model, "Choose at least one task.", "warn"));
  const { adding, pauseOnFailure } = planState.of(model);
  const request = adding
    ? ({ do: "add", tasks } as const)
    : ({ do: "start", tasks, target: sprintTarget(model, tasks.length), pauseOnFailure } as const);
  return withEffect(model, { type: "sprint", request });
}
