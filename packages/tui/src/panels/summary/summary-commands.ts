import { firstKey, guardNewScreen } from "@countersign/review";
import type { InboxOrder } from "../../data/need.ts";
import type { Model } from "../../model/model.ts";
import { type Move, movePosition } from "../../model/move.ts";
import { createPanelState, frontPanel } from "../../model/panel-state.ts";
import { type ModelStep, showNotice, withEffect, withoutEffects } from "../../model/step.ts";
import {
  approvalNote,
  approveAllObstacles,
  isAutoApprovable,
  readShare,
} from "../../session/read-share.ts";
import { navigateWithGuard, showTask } from "../../session/review-session.ts";

/** A task to approve together with others, as shown. */
export type ReadyTask = { readonly task: string; readonly round: number; readonly tree: string };

/** The digits typed so far of a position beyond 9. */
export const summaryState = createPanelState<{ readonly jump: string }>({
  id: "summary",
  init: { jump: "" },
});

/** The tasks of the confirmation. */
export const confirmState = createPanelState<{ readonly ready: readonly ReadyTask[] }>({
  id: "confirm",
  init: { ready: [] },
});

const ORDERS: readonly InboxOrder[] = ["risk", "oldest", "smallest"];

export function moveSummary(model: Model, move: Move): Model {
  const { queue, selected } = model.review;
  const at = Math.max(0, queue.indexOf(selected ?? ""));
  const next = queue[movePosition(at, move, queue.length, model.size.rows / 2)] ?? null;
  const cleared = summaryState.change(model, { jump: "" });
  return { ...cleared, review: { ...model.review, selected: next } };
}

/** Opens the task whose number was typed, or the selected one. */
export function openChosenTask(model: Model): ModelStep {
  const { queue, selected } = model.review;
  const { jump } = summaryState.of(model);
  const wanted = jump === "" ? selected : (queue[Number(jump) - 1] ?? null);
  const cleared = summaryState.change(model, { jump: "" });
  if (wanted === null)
    return withoutEffects(showNotice(cleared, `There is no task ${jump}.`, "warn"));
  return withoutEffects(showTask(navigateWithGuard(cleared, { type: "START_ONE_BY_ONE" }), wanted));
}

/** Opens a task by its number, as soon as no longer number is possible. */
export function jumpDigit(model: Model, digit: string): Model {
  const { queue } = model.review;
  const typed = `${summaryState.of(model).jump}${digit}`;
  const task = queue[Number(typed) - 1];
  const cleared = summaryState.change(model, { jump: "" });
  if (task === undefined) return cleared;
  const isComplete = Number(`${typed}0`) > queue.length;
  if (isComplete) return showTask(navigateWithGuard(cleared, { type: "JUMP_TO_TASK" }), task);
  const next = summaryState.change(model, { jump: typed });
  return { ...next, review: { ...next.review, selected: task } };
}

/** Returns the auto-approvable tasks, each with the round on screen. */
export function readyTasks(model: Model): ReadyTask[] {
  const { review, data } = model;
  return review.queue.flatMap((task) => {
    const view = data.views.get(task);
    if (view === undefined || view.round === null || !isAutoApprovable(model, view)) return [];
    const { number, content } = view.round;
    return [{ task, round: number, tree: content.tree }];
  });
}

/** Ignores keys that decide for a moment when the tasks that "approve all" would approve have changed. */
export function guardReadyTasks(model: Model, before: Model): Model {
  if (frontPanel(model) !== "summary") return model;
  const ids = (one: Model): string =>
    readyTasks(one)
      .map(({ task, tree }) => `${task} ${tree}`)
      .join();
  if (ids(model) === ids(before)) return model;
  return { ...model, guard: guardNewScreen(model.guard, model.nowMs) };
}

/** Approves all auto-approvable tasks, or opens the confirmation if the policy requires one. */
export function approveAll(model: Model): ModelStep {
  const ready = readyTasks(model);
  if (ready.length === 0) {
    const key = firstKey(model.keymap, "review.why");
    return withoutEffects(
      showNotice(model, `Nothing here is auto-approvable. [${key}] says why.`, "warn"),
    );
  }
  if (!mustConfirm(model, ready)) return approveThese(model, ready);
  return withoutEffects(
    navigateWithGuard(model, { type: "OPEN", panel: "confirm", state: { ready } }),
  );
}

/** Approves exactly the tasks of the confirmation, even if the list has changed. */
export function approveConfirmed(model: Model): ModelStep {
  return approveThese(model, confirmState.of(model).ready);
}

function mustConfirm(model: Model, ready: readonly ReadyTask[]): boolean {
  if (model.confirmBatch !== "unread") return model.confirmBatch === "always";
  return ready.some(({ task }) => {
    const view = model.data.views.get(task);
    return view === undefined || readShare(model, view) < 100;
  });
}

function approveThese(model: Model, ready: readonly ReadyTask[]): ModelStep {
  const ids = new Set(ready.map(({ task }) => task));
  const queue = model.review.queue.filter((task) => !ids.has(task));
  const press = model.nowMs;
  const made = ready.map((one) => ({ ...one, act: "approve" as const, press }));
  const decisions = [...model.decisions, ...made];
  const next = navigateWithGuard(
    { ...model, decisions, sent: new Set([...model.sent, ...ids]) },
    { type: "DECIDED", left: queue.length },
  );
  const review = { ...next.review, queue, selected: queue[0] ?? null };
  const noticed = showNotice(
    { ...next, review },
    `${ready.length} approved: ${[...ids].join(", ")}`,
  );
  return withEffect(
    noticed,
    ...ready.map((one) => ({
      type: "send" as const,
      sending: { act: "approve" as const, ...one, ...noteField(model, one.task) },
    })),
  );
}

function noteField(model: Model, task: string): { note?: string } {
  const view = model.data.views.get(task);
  return view === undefined ? {} : { note: approvalNote(model, view) };
}

export function nextOrder(model: Model): ModelStep {
  const at = ORDERS.indexOf(model.review.order);
  const order = ORDERS[(at + 1) % ORDERS.length] ?? "risk";
  const next = { ...model, review: { ...model.review, order, resort: true } };
  return withEffect(next, { type: "refresh" });
}

/** Explains in one line why "approve all" skips a task. */
export function obstacleText(model: Model, task: string): string | null {
  const view = model.data.views.get(task);
  if (view === undefined) return null;
  const obstacles = approveAllObstacles(model, view);
  return obstacles.length === 0 ? null : obstacles.join("; ");
}
