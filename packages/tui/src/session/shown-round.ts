import { type Shown, toShown } from "@countersign/api";
import type { Model } from "../model/model.ts";
import { currentView } from "../model/tasks.ts";

/** Milliseconds that a newer round must be on screen before a key decides on it. */
const READ_NEWER_MS = 1_000;

/**
 * Returns the round of the current task on screen: the one that was opened, or a newer one that was
 * announced.
 */
function roundOnScreen(model: Model): Shown | null {
  const view = currentView(model);
  if (view === null) return null;
  const { pin, newerSinceMs } = model.review;
  return newerSinceMs === null && pin?.task === view.id
    ? { round: pin.round, tree: pin.tree }
    : toShown(view);
}

/** Records the round on screen while a form is open, so the form cannot apply to a newer one. */
export function withFormSubject(model: Model): Model {
  const task = model.review.current;
  if (task === null) return { ...model, subject: null };
  return { ...model, subject: { task, shown: roundOnScreen(model), seq: lastSeq(model, task) } };
}

/** Returns the last log entry of the task that is on screen. */
function lastSeq({ data }: Model, task: string): number | null {
  return data.views.get(task)?.seq ?? data.lines.get(task)?.seq ?? null;
}

/** Returns the round that was on screen when the open form was opened. */
export function formRound(model: Model): Shown | null {
  const { subject } = model;
  if (subject === null || subject.task !== model.review.current) return roundOnScreen(model);
  return subject.shown;
}

/** Returns the last log entry that was on screen when the open form was opened. */
export function formSeq({ subject }: Model, task: string): number | null {
  return subject?.task === task ? subject.seq : null;
}

/** Returns whether a newer round was announced a moment ago. */
export function isNewerJustSeen({ review, nowMs }: Model): boolean {
  return review.newerSinceMs !== null && nowMs - review.newerSinceMs < READ_NEWER_MS;
}
