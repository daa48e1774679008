import { guardNewScreen } from "@countersign/review";
import { movePanels, type PanelEvent } from "../panels/panel-machine.ts";
import type { Model } from "../store/model.ts";
import { currentView, pendingOf } from "../store/tasks.ts";

/** Moves between panels; a key that decides is dead for a moment after each. */
export function go(model: Model, event: PanelEvent): Model {
  const panels = movePanels(model.panels, event);
  return {
    ...model,
    panels,
    guard: guardNewScreen(model.guard, model.nowMs),
    scroll: 0,
    choice: 0,
    pane: 0,
  };
}

/** One task opens at once, several begin with the summary. */
export function startReview(model: Model): Model {
  const queue = pendingOf(model).map(({ task }) => task);
  const [first = null] = queue;
  const next = go(model, { type: "START_REVIEW", pending: queue.length });
  const opened = { ...next, review: { ...next.review, queue, selected: first, jump: "" } };
  return queue.length === 1 && first !== null ? showTask(opened, first) : opened;
}

/** A card of the board, whoever's turn it is. */
export function openTask(model: Model, task: string): Model {
  const queue = [task];
  const next = go(model, { type: "JUMP_TO_TASK" });
  return showTask({ ...next, review: { ...next.review, queue, jump: "" } }, task);
}

/** Turns to a task; what is decided from now on is about its round as it is known now. */
export function showTask(model: Model, task: string): Model {
  const guard = guardNewScreen(model.guard, model.nowMs);
  const review = {
    ...model.review,
    current: task,
    selected: task,
    scroll: 0,
    pin: null,
    newerSinceMs: null,
  };
  const diff = { ...model.diff, since: null, until: null, range: null, at: 0, top: 0, sideways: 0 };
  return pinRound({ ...model, guard, review, diff });
}

/** Remembers which round is shown; a newer one is announced and never slipped under a decision. */
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

/** After another order was asked for, the queue is put into it once. */
export function resortQueue(model: Model): Model {
  if (!model.review.resort) return model;
  const queue = pendingOf(model).map(({ task }) => task);
  return { ...model, review: { ...model.review, queue, resort: false } };
}

/** The queue after news: what is gone leaves, what is new comes last. */
export function syncQueue(model: Model): Model {
  const { review } = model;
  if (review.queue.length === 0) return model;
  const pending = pendingOf(model).map(({ task }) => task);
  const mine = new Set(pending);
  const kept = review.queue.filter((task) => mine.has(task) || task === review.current);
  const known = new Set(kept);
  const queue = [...kept, ...pending.filter((task) => !known.has(task))];
  const isSame =
    queue.length === review.queue.length && queue.every((task, at) => task === review.queue[at]);
  return isSame ? model : { ...model, review: { ...review, queue } };
}
