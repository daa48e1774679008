import type { TaskView } from "@countersign/api";
import type { Message } from "../app/message.ts";
import { panelOf } from "../panels/panel-machine.ts";
import { takeAnswer } from "../store/answers.ts";
import type { Model } from "../store/model.ts";
import { type Sending, type Step, say, withEffect } from "../store/step.ts";
import { showTask, syncQueue } from "./open-review.ts";

/** The engine has done what it was asked for. */
export function decided(model: Model, sending: Sending, view: TaskView | null): Step {
  const answer = view === null ? null : ({ type: "view", view, atMs: model.nowMs } as const);
  const data = answer === null ? model.data : takeAnswer(model.data, answer);
  const sent = new Set([...model.sent].filter((task) => task !== sending.task));
  const synced = syncQueue({ ...model, data, sent });
  const next = sending.act === "undo" ? backTo(synced, sending.task) : synced;
  return withEffect(said(next, sending), { type: "refresh" });
}

const ONE_TASK: ReadonlySet<string> = new Set(["task", "diff"]);

/** Shows the task whose decision was taken back, so that the next key is about it and not about the next one. */
function backTo(model: Model, task: string): Model {
  const panel = panelOf(model.panels);
  if (ONE_TASK.has(panel)) {
    const others = model.review.queue.filter((one) => one !== task);
    return showTask({ ...model, review: { ...model.review, queue: [task, ...others] } }, task);
  }
  const selected = { ...model.board.selected, reviewing: task };
  const review = panel === "summary" ? { ...model.review, selected: task } : model.review;
  return { ...model, review, board: { column: "reviewing", selected } };
}

function said(model: Model, sending: Sending): Model {
  const { task } = sending;
  if (sending.act === "redo") {
    const drafts = new Map([...model.drafts].filter(([id]) => id !== task));
    return { ...model, drafts };
  }
  if (sending.act === "undo") return say(model, `Taken back: ${task} is as it was.`);
  if (sending.act === "mode") return say(model, `${task} is now in mode ${sending.mode}.`);
  if (sending.act === "release") return say(model, `${task} is released: ${sending.way.about}.`);
  if (sending.act === "retry") return say(model, `${sending.reviewer} is asked again.`);
  if (sending.act === "cancel")
    return say(model, `${sending.reviewer} is not waited for any more: it has no result.`);
  if (sending.act === "review") return say(model, `A further review of ${task} was asked for.`);
  if (sending.act === "later") return say(model, `${task} is snoozed.`);
  if (sending.act === "dismiss") return say(model, `${sending.finding} is dismissed.`);
  return model;
}

/** The engine did not do it; nothing was changed, and what was taken out of the list is back. */
export function refused(model: Model, failure: Extract<Message, { type: "not_sent" }>): Model {
  const { sending, why } = failure;
  const sent = new Set([...model.sent].filter((task) => task !== sending.task));
  const decisions =
    sending.act === "undo"
      ? model.decisions
      : model.decisions.filter(({ task }) => task !== sending.task);
  const verb = sending.act === "undo" ? "take back" : sending.act;
  return say(
    syncQueue({ ...model, sent, decisions }),
    `Cannot ${verb} ${sending.task}: ${why}`,
    "bad",
  );
}
