import { type Move, moved } from "../app/move.ts";
import { go, openTask } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say, withEffect } from "../store/step.ts";
import { isOpen, openPlanning } from "./plan-commands.ts";
import { sprintTaskHere, sprintTasks } from "./sprint-tasks.ts";

/** How the sprint goes on; where there is none, one is planned. */
export function openSprint(model: Model): Model {
  return isOpen(model) ? go(model, { type: "OPEN", panel: "sprint" }) : openPlanning(model);
}

export function pauseOrResume(model: Model): Step {
  if (!isOpen(model)) return only(say(model, "No sprint is running.", "warn"));
  const isPaused = model.data.sprint?.state === "paused";
  return withEffect(model, { type: "sprint", said: { do: isPaused ? "resume" : "pause" } });
}

export function askToStop(model: Model): Step {
  if (!isOpen(model)) return only(say(model, "No sprint is running.", "warn"));
  return only(go(model, { type: "OPEN", panel: "stop" }));
}

export function stopSprint(model: Model): Step {
  return withEffect(go(model, { type: "HOME" }), { type: "sprint", said: { do: "stop" } });
}

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
