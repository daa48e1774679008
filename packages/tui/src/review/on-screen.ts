import { type Shown, shownOf } from "@countersign/api";
import type { Model } from "../store/model.ts";
import { currentView } from "../store/tasks.ts";

/**
 * What the person has on screen of the current task: the round that was opened, or a newer one once it is
 * announced; null while the task is still being read.
 */
function onScreen(model: Model): Shown | null {
  const view = currentView(model);
  if (view === null) return null;
  const { pin, newerSinceMs } = model.review;
  return newerSinceMs === null && pin?.task === view.id
    ? { round: pin.round, tree: pin.tree }
    : shownOf(view);
}

/** Keeps what is on screen while a form is filled in, so that a newer round does not slip under it. */
export function withDeciding(model: Model): Model {
  const task = model.review.current;
  if (task === null) return { ...model, deciding: null };
  return { ...model, deciding: { task, shown: onScreen(model), seq: lastEntry(model, task) } };
}

/** The last entry of the log that the task on screen was made of. */
function lastEntry({ data }: Model, task: string): number | null {
  return data.views.get(task)?.seq ?? data.lines.get(task)?.seq ?? null;
}

/** What was on screen when the form in front was opened. */
export function decidingOn(model: Model): Shown | null {
  const { deciding } = model;
  if (deciding === null || deciding.task !== model.review.current) return onScreen(model);
  return deciding.shown;
}

/** The last entry of the log that was on screen when the form in front was opened. */
export function decidingAfter({ deciding }: Model, task: string): number | null {
  return deciding?.task === task ? deciding.seq : null;
}
