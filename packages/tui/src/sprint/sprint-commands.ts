import { type Move, moved } from "../app/move.ts";
import { go, openTask } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say } from "../store/step.ts";
import { sprintTaskHere, sprintTasks } from "./sprint-tasks.ts";

export function moveSprint(model: Model, move: Move): Model {
  const tasks = sprintTasks(model);
  const here = tasks.findIndex(({ task }) => task === sprintTaskHere(model)?.task);
  const next = tasks[moved(Math.max(0, here), move, tasks.length, model.size.rows - 12)];
  return next === undefined ? model : selectInSprint(model, next.task);
}

export function selectInSprint(model: Model, task: string): Model {
  return { ...model, review: { ...model.review, selected: task } };
}

export function openTaskOfSprint(model: Model): Step {
  const line = sprintTaskHere(model);
  if (line === null) return only(say(model, "There is no task to open."));
  return only(openTask(go(model, { type: "HOME" }), line.task));
}
