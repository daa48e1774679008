import { guardNewScreen } from "@countersign/review";
import { type Move, moved } from "../app/move.ts";
import { panelOf } from "../panels/panel-machine.ts";
import type { Model, Order, Ready } from "../store/model.ts";
import { only, type Step, say, withEffect } from "../store/step.ts";
import { go, showTask } from "./open-review.ts";
import { approvalNote, approveAllObstacles, isAutoApprovable, readShare } from "./read-share.ts";

const ORDERS: readonly Order[] = ["risk", "oldest", "smallest"];

export function moveSummary(model: Model, move: Move): Model {
  const { queue, selected } = model.review;
  const at = Math.max(0, queue.indexOf(selected ?? ""));
  const next = queue[moved(at, move, queue.length, model.size.rows / 2)] ?? null;
  return { ...model, review: { ...model.review, selected: next, jump: "" } };
}

/** Enter: a number that was typed, or the selected task. */
export function oneByOne(model: Model): Step {
  const { queue, selected, jump } = model.review;
  const wanted = jump === "" ? selected : (queue[Number(jump) - 1] ?? null);
  if (wanted === null)
    return only(
      say({ ...model, review: { ...model.review, jump: "" } }, `There is no task ${jump}.`, "warn"),
    );
  const next = showTask(go(model, { type: "START_ONE_BY_ONE" }), wanted);
  return only({ ...next, review: { ...next.review, jump: "" } });
}

/** A digit jumps at once while no longer number can be meant. */
export function jumpDigit(model: Model, digit: string): Model {
  const { queue, jump } = model.review;
  const typed = `${jump}${digit}`;
  const task = queue[Number(typed) - 1];
  if (task === undefined) return { ...model, review: { ...model.review, jump: "" } };
  const mayGoOn = Number(`${typed}0`) <= queue.length;
  if (mayGoOn) return { ...model, review: { ...model.review, jump: typed, selected: task } };
  const next = showTask(go(model, { type: "JUMP_TO_TASK" }), task);
  return { ...next, review: { ...next.review, jump: "" } };
}

/** Exactly the tasks that are shown as auto-approvable now, each with the round that is shown. */
export function autoApprovable(model: Model): Ready[] {
  const { review, data } = model;
  return review.queue.flatMap((task) => {
    const view = data.views.get(task);
    if (view === undefined || view.round === null || !isAutoApprovable(model, view)) return [];
    const { number, content } = view.round;
    return [{ task, round: number, tree: content.tree }];
  });
}

/** What `A` would approve has changed under the person's eyes: the key is dead for a moment. */
export function guardReady(model: Model, before: Model): Model {
  if (panelOf(model.panels) !== "summary") return model;
  const ids = (one: Model): string =>
    autoApprovable(one)
      .map(({ task, tree }) => `${task} ${tree}`)
      .join();
  if (ids(model) === ids(before)) return model;
  return { ...model, guard: guardNewScreen(model.guard, model.nowMs) };
}

/** `A` in the summary: approves, or asks once more where the policy says so. */
export function approveAll(model: Model): Step {
  const ready = autoApprovable(model);
  if (ready.length === 0)
    return only(say(model, "Nothing here is auto-approvable. [W] says why.", "warn"));
  if (!mustConfirm(model, ready)) return approveThese(model, ready);
  return only(go({ ...model, confirming: ready }, { type: "OPEN", panel: "confirm" }));
}

/** `Y` on the sheet: exactly what it shows, whatever has changed meanwhile. */
export function approveConfirmed(model: Model): Step {
  return approveThese(model, model.confirming);
}

function mustConfirm(model: Model, ready: readonly Ready[]): boolean {
  if (model.confirmBatch !== "unread") return model.confirmBatch === "always";
  return ready.some(({ task }) => {
    const view = model.data.views.get(task);
    return view === undefined || readShare(model, view) < 100;
  });
}

function approveThese(model: Model, ready: readonly Ready[]): Step {
  const ids = new Set(ready.map(({ task }) => task));
  const queue = model.review.queue.filter((task) => !ids.has(task));
  const press = model.nowMs;
  const made = ready.map((one) => ({ ...one, act: "approve" as const, press }));
  const decisions = [...model.decisions, ...made];
  const next = go(
    { ...model, decisions, sent: new Set([...model.sent, ...ids]) },
    { type: "DECIDED", left: queue.length },
  );
  const review = { ...next.review, queue, selected: queue[0] ?? null };
  const told = say({ ...next, review }, `${ready.length} approved: ${[...ids].join(", ")}`);
  return withEffect(
    told,
    ...ready.map((one) => ({
      type: "send" as const,
      sending: { act: "approve" as const, ...one, ...noteOf(model, one.task) },
    })),
  );
}

function noteOf(model: Model, task: string): { note?: string } {
  const view = model.data.views.get(task);
  return view === undefined ? {} : { note: approvalNote(model, view) };
}

export function nextOrder(model: Model): Step {
  const at = ORDERS.indexOf(model.review.order);
  const order = ORDERS[(at + 1) % ORDERS.length] ?? "risk";
  const next = { ...model, review: { ...model.review, order, resort: true } };
  return withEffect(next, { type: "refresh" });
}

/** Why a task is not taken by `A`, on one line. */
export function whyNotText(model: Model, task: string): string | null {
  const view = model.data.views.get(task);
  if (view === undefined) return null;
  const obstacles = approveAllObstacles(model, view);
  return obstacles.length === 0 ? null : obstacles.join("; ");
}
