import { MOST_SPRINT_TASKS } from "@countersign/api";
import { type Move, moved } from "../app/move.ts";
import { go } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say, withEffect } from "../store/step.ts";
import { openSprintOf } from "./open-sprint.ts";
import { chosenTasks, isChosen, planTaskHere, planTasks, targetOf } from "./plan.ts";
import { FIRST_PLAN, type Plan, TARGETS } from "./plan-state.ts";

/** Plans a sprint; every task that is ready is chosen at first. */
export function openPlanning(model: Model): Model {
  return go({ ...model, plan: FIRST_PLAN }, { type: "OPEN", panel: "planning" });
}

/** Adds to the sprint that runs; nothing is chosen at first. */
export function openAdding(model: Model): Step {
  if (!isOpen(model)) return only(say(model, "No sprint is running.", "warn"));
  const plan = { ...FIRST_PLAN, adding: true, all: false };
  return only(go({ ...model, plan }, { type: "OPEN", panel: "planning" }));
}

/** Whether a sprint runs or is paused. */
export function isOpen({ data }: Model): boolean {
  return openSprintOf(data) !== null;
}

export function movePlan(model: Model, move: Move): Model {
  const tasks = planTasks(model);
  const at = tasks.findIndex(({ task }) => task === planTaskHere(model)?.task);
  const next = tasks[moved(Math.max(0, at), move, tasks.length, model.size.rows - 14)];
  return next === undefined ? model : withPlan(model, { here: next.task });
}

export function toggleTask(model: Model): Model {
  const here = planTaskHere(model);
  if (here === null) return model;
  const but = new Set(model.plan.but);
  if (!but.delete(here.task)) but.add(here.task);
  return withPlan(movePlan(model, { by: "line", count: 1 }), { but });
}

/** All of them, or none if all are chosen. */
export function toggleAll(model: Model): Model {
  const isAll = planTasks(model).every(({ task }) => isChosen(model, task));
  return withPlan(model, { all: !isAll, but: new Set() });
}

export function nextTarget(model: Model): Model {
  if (model.plan.adding) return model;
  const at = TARGETS.indexOf(model.plan.target);
  return withPlan(model, { target: TARGETS[(at + 1) % TARGETS.length] ?? "none_ready" });
}

const MOST = { tasks: MOST_SPRINT_TASKS, hours: 168, clock: 23 } as const;
const LEAST = { tasks: 1, hours: 1, clock: 0 } as const;

/** One more or less of whatever the target counts. */
export function changeNumber(model: Model, by: -1 | 1): Model {
  const { target, numbers } = model.plan;
  if (target === "none_ready") return model;
  const number = Math.max(LEAST[target], Math.min(MOST[target], numbers[target] + by));
  return withPlan(model, { numbers: { ...numbers, [target]: number } });
}

export function togglePause(model: Model): Model {
  if (model.plan.adding) return model;
  return withPlan(model, { pauseOnFailure: !model.plan.pauseOnFailure });
}

/** Starts the sprint, or adds to it; how it goes on is shown once the engine has done so. */
export function startPlanned(model: Model): Step {
  const tasks = chosenTasks(model);
  if (tasks.length === 0) return only(say(model, "Choose at least one task.", "warn"));
  const { adding, pauseOnFailure } = model.plan;
  const said = adding
    ? ({ do: "add", tasks } as const)
    : ({ do: "start", tasks, target: targetOf(model, tasks.length), pauseOnFailure } as const);
  return withEffect(model, { type: "sprint", said });
}

function withPlan(model: Model, change: Partial<Plan>): Model {
  return { ...model, plan: { ...model.plan, ...change } };
}
