import { guardNewScreen } from "@countersign/review";
import type { Model } from "../model/model.ts";
import { navigate } from "../model/panel-state.ts";
import type { PanelEvent } from "../model/stack.ts";
import { currentView, pendingTasks } from "../model/tasks.ts";

/** Opens or closes panels; keys that decide are ignored for a moment afterwards. */
export function navigateWithGuard(model: Model, event: PanelEvent): Model {
  const guard = guardNewScreen(model.guard, model.nowMs);
  return { ...navigate(model, event), guard };
}

/** Starts a review: one task opens at once, several begin with the summary. */
export function startReview(model: Model): Model {
  const queue = pendingTasks(model).map(({ task }) => task);
  const [first = null] = queue;
  const next = navigateWithGuard(model, { type: "START_REVIEW", pending: queue.length });
  const opened = { ...next, review: { ...next.review, queue, selected: first } };
  return queue.length === 1 && first !== null ? showTask(opened, first) : opened;
}

/** Opens a task alone. */
export function openSingleTask(model: Model, task: string): Model {
  const next = navigateWithGuard(model, { type: "JUMP_TO_TASK" });
  return showTask({ ...next, review: { ...next.review, queue: [task] } }, task);
}

/** Makes a task the current one; decisions apply to its round as known now. */
export function showTask(model: Model, task: string): Model {
  const guard = guardNewScreen(model.guard, model.nowMs);
  const review = {
    ...model.review,
    current: task,
    selected: task,
    scroll: 0,
    pin: null,
    newerSinceMs: null,
    visit: model.review.visit + 1,
    since: null,
    until: null,
  };
  return pinRound({ ...model, guard, review });
}

/** Returns the next or previous task; null if there is none. */
export function neighbourTask({ review }: Model, by: -1 | 1): string | null {
  return review.queue[review.queue.indexOf(review.current ?? "") + by] ?? null;
}

/** Records the round on screen; a newer round is announced before a key can decide on it. */
export function pinRound(model: Model): Model {
  const view = currentView(model);
  const { pin, newerSinceMs } = model.review;
  if (view === null || view.round === null) return model;
  const { number, content } = view.round;
  if (pin === null || pin.task !== view.id) {
    const fresh = { task: view.id, round: number, tree: content.tree };
    return { ...model, review: { ...model.review, pin: fresh, newerSinceMs: null } };
  }
  const isNewer = pin.round !== number || pin.tree !== content.tree;
  if (isNewer === (newerSinceMs !== null)) return model;
  return { ...model, review: { ...model.review, newerSinceMs: isNewer ? model.nowMs : null } };
}

/** Sorts the queue once after another order was chosen. */
export function resortQueue(model: Model): Model {
  if (!model.review.resort) return model;
  const queue = pendingTasks(model).map(({ task }) => task);
  return { ...model, review: { ...model.review, queue, resort: false } };
}

/** Removes tasks from the queue that no longer wait for the person, and appends new ones. */
export function syncQueue(model: Model): Model {
  const { review } = model;
  if (review.queue.length === 0) return model;
  const pending = pendingTasks(model).map(({ task }) => task);
  const mine = new Set(pending);
  const kept = review.queue.filter((task) => mine.has(task) || task === review.current);
  const known = new Set(kept);
  const queue = [...kept, ...pending.filter((task) => !known.has(task))];
  const isSame =
    queue.length === review.queue.length && queue.every((task, at) => task === review.queue[at]);
  return isSame ? model : { ...model, review: { ...review, queue } };
}
