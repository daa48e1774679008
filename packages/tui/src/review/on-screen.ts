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
  const shown = onScreen(model);
  const task = model.review.current;
  return { ...model, deciding: shown === null || task === null ? null : { task, ...shown } };
}

/** What was on screen when the form in front was opened. */
export function decidingOn(model: Model): Shown | null {
  const { deciding } = model;
  if (deciding === null || deciding.task !== model.review.current) return onScreen(model);
  return { round: deciding.round, tree: deciding.tree };
}
