import { type Shown, shownOf, type TaskView } from "@countersign/api";
import { feedbackText } from "@countersign/review";
import { panelOf, underneath } from "../panels/panel-machine.ts";
import { draftOf } from "../redo/redo-form.ts";
import type { Act, Model } from "../store/model.ts";
import { only, type Sending, type Step, say, withEffect } from "../store/step.ts";
import { currentView } from "../store/tasks.ts";
import { decidingOn, withDeciding } from "./on-screen.ts";
import { go, showTask } from "./open-review.ts";
import { approvalNote } from "./read-share.ts";

/** A newer round must have been in sight for so long before a key approves it. */
const READ_NEWER_MS = 1_000;

/** `A` in a task: approves exactly the round that is shown. */
export function approveCurrent(model: Model): Step {
  const view = currentView(model);
  if (view?.state === "held" && !model.sent.has(view.id))
    return only(go(withDeciding({ ...model, choice: 0 }), { type: "OPEN", panel: "release" }));
  const refusal = whyNot(model, view);
  if (refusal !== null || view === null || view.round === null)
    return only(say(model, refusal ?? "The task is still being read.", "warn"));
  const { newerSinceMs, pin } = model.review;
  if (isNewerJustSeen(model)) return only(model);
  const { number, content } = view.round;
  const { round, tree } =
    newerSinceMs === null && pin?.task === view.id ? pin : { round: number, tree: content.tree };
  const note = approvalNote(model, view);
  return send(model, { act: "approve", task: view.id, round, tree, note });
}

export function isNewerJustSeen({ review, nowMs }: Model): boolean {
  return review.newerSinceMs !== null && nowMs - review.newerSinceMs < READ_NEWER_MS;
}

function whyNot(model: Model, view: TaskView | null): string | null {
  if (view === null) return "The task is still being read.";
  const { until } = model.diff;
  if (until !== null && panelOf(model.panels) === "diff")
    return `This is round ${until}, not the one that would be approved. [I] shows that one.`;
  if (model.sent.has(view.id)) return `${view.id} was decided a moment ago. [U] takes it back.`;
  if (view.round === null) return `Nothing was submitted for ${view.id} yet.`;
  if (view.state === "reviewing") return null;
  return `${view.id} is ${view.state}: there is nothing to approve.`;
}

export function rejectCurrent(model: Model): Step {
  const task = model.review.current;
  const shown = decidingOn(model);
  if (task === null || shown === null) return only(model);
  const reason = model.reason.text.trim();
  return send(model, {
    act: "reject",
    task,
    ...shown,
    reason: reason === "" ? "rejected" : reason,
  });
}

export function redoCurrent(model: Model): Step {
  const task = model.review.current;
  const shown = decidingOn(model);
  if (task === null || shown === null) return only(model);
  const draft = draftOf(model, task);
  const customFeedback = feedbackText(draft, model.data.views.get(task)?.findings ?? []);
  if (draft.issues.length === 0 && customFeedback === "")
    return only(say(model, "Say at least one thing to change.", "warn"));
  const { option, priority } = draft;
  return send(model, {
    act: "redo",
    task,
    ...shown,
    quickIssues: draft.issues,
    customFeedback,
    option,
    priority,
  });
}

type Deciding = Extract<Sending, { act: Act }>;

/** Sends a decision and turns to what is next without waiting for the answer. */
function send(model: Model, sending: Deciding): Step {
  const { task, act, round, tree } = sending;
  const queue = model.review.queue.filter((one) => one !== task);
  const next = nextInQueue(model, task);
  const isBatch = !isSingle(model) && next !== null;
  const left = isBatch ? queue.length : 0;
  const decided = go(
    {
      ...model,
      sent: new Set([...model.sent, task]),
      decisions: [
        ...model.decisions.filter((one) => one.task !== task),
        { task, act, press: model.nowMs, round, tree },
      ],
      review: { ...model.review, queue },
    },
    { type: "DECIDED", left },
  );
  const shown = isBatch && next !== null ? showTask(decided, next) : decided;
  return withEffect(shown, { type: "send", sending });
}

function isSingle({ panels }: Model): boolean {
  return panelOf(panels) === "single" || underneath(panels).includes("single");
}

/** The task after this one; after the last the first that is left. */
function nextInQueue({ review }: Model, task: string): string | null {
  const at = review.queue.indexOf(task);
  return review.queue[at + 1] ?? review.queue.find((one) => one !== task) ?? null;
}

/** Takes back what the newest key press decided here, or else a decision that a task shows. */
export function undoLast(model: Model): Step {
  const last = model.decisions.at(-1);
  const made =
    last === undefined
      ? graceOfMine(model)
      : model.decisions.filter(({ press }) => press === last.press);
  if (made.length === 0)
    return only(say(model, "There is no decision of yours to take back.", "warn"));
  const tasks = made.map(({ task }) => task);
  const decisions = model.decisions.filter(({ task }) => !tasks.includes(task));
  return withEffect(
    { ...model, decisions },
    ...made.map(({ task, round, tree }) => ({
      type: "send" as const,
      sending: { act: "undo" as const, task, round, tree },
    })),
  );
}

function graceOfMine({ data, nowMs }: Model): (Shown & { task: string })[] {
  return [...data.views.values()]
    .filter(({ grace }) => grace !== null && grace.by === data.me && grace.untilMs > nowMs)
    .map((view) => ({ task: view.id, ...shownOf(view) }))
    .slice(-1);
}

/** Goes past the gate with a reason that stays visible; the engine lets only the owner. */
export function overrideCurrent(model: Model, reason: string): Step {
  const task = model.review.current;
  const shown = decidingOn(model);
  if (task === null || shown === null) return only(model);
  if (reason === "") return only(say(model, "An override needs a reason.", "warn"));
  return send(model, { act: "override", task, ...shown, reason });
}
