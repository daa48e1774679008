import type { TaskView } from "@countersign/api";
import { applyAnswer } from "../data/answers.ts";
import type { Message } from "../engine/message.ts";
import type { Model } from "../model/model.ts";
import { frontPanel } from "../model/panel-state.ts";
import { type ModelStep, showNotice, type TaskRequest, withEffect } from "../model/step.ts";
import { selectCard } from "../panels/board/board-state.ts";
import { showTask, syncQueue } from "../session/review-session.ts";

/** Applies a request that the engine has executed. */
export function applySent(model: Model, sending: TaskRequest, view: TaskView | null): ModelStep {
  const answer = view === null ? null : ({ type: "view", view, atMs: model.nowMs } as const);
  const data = answer === null ? model.data : applyAnswer(model.data, answer);
  const sent = new Set([...model.sent].filter((task) => task !== sending.task));
  const synced = syncQueue({ ...model, data, sent });
  const next = sending.act === "undo" ? backTo(synced, sending.task) : synced;
  return withEffect(noticeResult(next, sending), { type: "refresh" });
}

const ONE_TASK: ReadonlySet<string> = new Set(["task", "diff"]);

/** Shows the task whose decision was undone, so the next key acts on it. */
function backTo(model: Model, task: string): Model {
  const panel = frontPanel(model);
  if (ONE_TASK.has(panel)) {
    const others = model.review.queue.filter((one) => one !== task);
    return showTask({ ...model, review: { ...model.review, queue: [task, ...others] } }, task);
  }
  const review = panel === "summary" ? { ...model.review, selected: task } : model.review;
  return selectCard({ ...model, review }, "reviewing", task);
}

function noticeResult(model: Model, sending: TaskRequest): Model {
  const { task } = sending;
  if (sending.act === "redo") {
    const drafts = new Map([...model.drafts].filter(([id]) => id !== task));
    return { ...model, drafts };
  }
  if (sending.act === "undo") return showNotice(model, `Taken back: ${task} is as it was.`);
  if (sending.act === "mode") return showNotice(model, `${task} is now in mode ${sending.mode}.`);
  if (sending.act === "release")
    return showNotice(model, `${task} is released: ${sending.way.about}.`);
  if (sending.act === "retry") return showNotice(model, `${sending.reviewer} is asked again.`);
  if (sending.act === "cancel")
    return showNotice(model, `${sending.reviewer} is not waited for any more: it has no result.`);
  if (sending.act === "review")
    return showNotice(model, `A further review of ${task} was asked for.`);
  if (sending.act === "later") return showNotice(model, `${task} is snoozed.`);
  if (sending.act === "dismiss") return showNotice(model, `${sending.finding} is dismissed.`);
  return model;
}

/** Applies a refused request: nothing has changed, and the task returns to the list. */
export function applyRefusal(model: Model, failure: Extract<Message, { type: "not_sent" }>): Model {
  const { sending, why } = failure;
  const sent = new Set([...model.sent].filter((task) => task !== sending.task));
  const decisions =
    sending.act === "undo"
      ? model.decisions
      : model.decisions.filter(({ task }) => task !== sending.task);
  const verb = sending.act === "undo" ? "take back" : sending.act;
  return showNotice(
    syncQueue({ ...model, sent, decisions }),
    `Cannot ${verb} ${sending.task}: ${why}`,
    "bad",
  );
}
