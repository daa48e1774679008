import { MOST_SPRINT_TASKS, type SprintTarget, type TaskLine } from "@countersign/api";
import { clockText } from "@countersign/review";
import type { Model } from "../store/model.ts";
import { cardsOf } from "../store/tasks.ts";

const HOUR_MS = 3_600_000;

/** The tasks that may be chosen, whatever is filtered elsewhere: what nobody works on, and is not in the sprint yet. */
export function planTasks(model: Model): readonly TaskLine[] {
  const open = cardsOf({ ...model, filter: "" }, "open").slice(0, MOST_SPRINT_TASKS);
  if (!model.plan.adding) return open;
  const taken = new Set(model.data.sprint?.tasks.map(({ task }) => task));
  return open.filter(({ task }) => !taken.has(task));
}

export function planTaskHere(model: Model): TaskLine | null {
  const tasks = planTasks(model);
  return tasks.find(({ task }) => task === model.plan.here) ?? tasks[0] ?? null;
}

export function isChosen({ plan }: Model, task: string): boolean {
  return plan.all !== plan.but.has(task);
}

/** What is chosen and still there. */
export function chosenTasks(model: Model): string[] {
  return planTasks(model).flatMap(({ task }) => (isChosen(model, task) ? [task] : []));
}

/** The target as the engine understands it. More tasks than are chosen are all of them. */
export function targetOf({ plan, nowMs }: Model, chosen: number): SprintTarget {
  const { target, numbers } = plan;
  if (target === "none_ready") return { is: "none_ready" };
  if (target === "tasks") return { is: "tasks", count: Math.min(numbers.tasks, chosen) };
  if (target === "hours") return { is: "until", untilMs: nowMs + numbers.hours * HOUR_MS };
  return { is: "until", untilMs: nextHourMs(numbers.clock, nowMs) };
}

/** The next time that it is so late where the person is. */
function nextHourMs(hour: number, nowMs: number): number {
  const at = new Date(nowMs);
  at.setHours(hour, 0, 0, 0);
  if (at.getTime() <= nowMs) at.setDate(at.getDate() + 1);
  return at.getTime();
}

/** `08:00`. */
export function hourText({ plan, nowMs }: Model): string {
  return clockText(nextHourMs(plan.numbers.clock, nowMs));
}
