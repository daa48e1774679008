import { type Shown, type TaskView, toShown } from "@countersign/api";
import { canDecide, feedbackText, firstKey } from "@countersign/review";
import type { Act, Model } from "../model/model.ts";
import { frontPanel } from "../model/panel-state.ts";
import {
  type ModelStep,
  showNotice,
  type TaskRequest,
  withEffect,
  withoutEffects,
} from "../model/step.ts";
import { currentView } from "../model/tasks.ts";
import { taskDraft } from "./drafts.ts";
import { approvalNote } from "./read-share.ts";
import { navigateWithGuard, showTask } from "./review-session.ts";
import { formRound, isNewerJustSeen, withFormSubject } from "./shown-round.ts";

/** Approves exactly the round on screen; for a held task it opens the ways to release it. */
export function approveCurrent(model: Model): ModelStep {
  const view = currentView(model);
  if (view?.state === "held" && !model.sent.has(view.id))
    return withoutEffects(
      navigateWithGuard(withFormSubject(model), { type: "OPEN", panel: "release" }),
    );
  const refusal = approvalObstacle(model, view);
  if (refusal !== null || view === null || view.round === null)
    return withoutEffects(showNotice(model, refusal ?? "The task is still being read.", "warn"));
  const { newerSinceMs, pin } = model.review;
  if (isNewerJustSeen(model)) return withoutEffects(model);
  const { number, content } = view.round;
  const { round, tree } =
    newerSinceMs === null && pin?.task === view.id ? pin : { round: number, tree: content.tree };
  const note = approvalNote(model, view);
  return send(model, { act: "approve", task: view.id, round, tree, note });
}

function approvalObstacle(model: Model, view: TaskView | null): string | null {
  if (view === null) return "The task is still being read.";
  const { until } = model.review;
  if (until !== null && frontPanel(model) === "diff")
    return `This is round ${until}, not the one that would be approved. [${firstKey(model.keymap, "review.since")}] shows that one.`;
  if (model.sent.has(view.id))
    return `${view.id} was decided a moment ago. [${firstKey(model.keymap, "review.undo")}] takes it back.`;
  if (view.round === null) return `Nothing was submitted for ${view.id} yet.`;
  if (view.state === "reviewing") return null;
  return `${view.id} is ${view.state}: there is nothing to approve.`;
}

/** Rejects the current task. */
export function rejectCurrent(model: Model, text: string): ModelStep {
  const task = model.review.current;
  const shown = formRound(model);
  if (task === null || shown === null) return withoutEffects(model);
  const reason = text.trim();
  return send(model, {
    act: "reject",
    task,
    ...shown,
    reason: reason === "" ? "rejected" : reason,
  });
}

/** Sends the feedback of the current task. */
export function redoCurrent(model: Model): ModelStep {
  const task = model.review.current;
  const shown = formRound(model);
  if (task === null || shown === null) return withoutEffects(model);
  const draft = taskDraft(model, task);
  const customFeedback = feedbackText(draft, model.data.views.get(task)?.findings ?? []);
  if (draft.issues.length === 0 && customFeedback === "")
    return withoutEffects(showNotice(model, "Say at least one thing to change.", "warn"));
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

type DecisionRequest = Extract<TaskRequest, { act: Act }>;

/** Sends a decision and shows the next task without waiting for the response. */
function send(model: Model, sending: DecisionRequest): ModelStep {
  const { task, act, round, tree } = sending;
  const queue = model.review.queue.filter((one) => one !== task);
  const next = nextInQueue(model, task);
  const isBatch = !isSingle(model) && next !== null;
  const left = isBatch ? queue.length : 0;
  const decided = navigateWithGuard(
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

function isSingle({ stack }: Model): boolean {
  return stack.some(({ id }) => id === "single");
}

/** Returns the next task; after the last one, the first that is left. */
function nextInQueue({ review }: Model, task: string): string | null {
  const at = review.queue.indexOf(task);
  return review.queue[at + 1] ?? review.queue.find((one) => one !== task) ?? null;
}

/** Undoes the decisions of the last key press in this session, or else a decision that a task shows. */
export function undoLast(model: Model): ModelStep {
  const last = model.decisions.at(-1);
  const made =
    last === undefined
      ? ownGrace(model)
      : model.decisions.filter(({ press }) => press === last.press);
  if (made.length === 0)
    return withoutEffects(showNotice(model, "There is no decision of yours to take back.", "warn"));
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

function ownGrace({ data, nowMs }: Model): (Shown & { task: string })[] {
  return [...data.views.values()]
    .filter(({ grace }) => grace !== null && grace.by === data.me && grace.untilMs > nowMs)
    .map((view) => ({ task: view.id, ...toShown(view) }))
    .slice(-1);
}

/** Overrides the gate with a reason; the engine allows it only to owners. */
export function overrideCurrent(model: Model, reason: string): ModelStep {
  const task = model.review.current;
  const shown = formRound(model);
  if (task === null || shown === null) return withoutEffects(model);
  if (reason === "")
    return withoutEffects(showNotice(model, "An override needs a reason.", "warn"));
  return send(model, { act: "override", task, ...shown, reason });
}

/** Checks whether a form may be sent: it must have been on screen for a moment. */
export function canSendForm({ guard, nowMs }: Model): boolean {
  return canDecide(guard, nowMs);
}
