import type { TaskView } from "../schemas/task-view.ts";
import { holdReasonText } from "./hold-reason-text.ts";
import { atWorkText } from "./machine-step-text.ts";

/** Describes in one line why a task is in its state and who acts next. */
export function standingText(task: TaskView, me: string | null, nowMs: number): string {
  const { state, turn, mergeWaits, rejectReason } = task;
  const who = turn.who === null ? "an agent" : nameOf(turn.who, me);
  switch (state) {
    case "open":
      return `Waiting for ${who} to take it.`;
    case "in_progress":
      return `${capital(who)} ${who === "you" ? "work" : "works"} on it.`;
    case "rework":
      return `Sent back: waiting for ${who} to submit round ${(task.round?.number ?? 0) + 1}.`;
    case "held":
      return heldText(task, who);
    case "approved":
      return mergeWaits === null
        ? approvedText(task)
        : `Approved, but not merged: ${mergeWaits.detail}`;
    case "merging":
      return "Approved; the merge runs.";
    case "done":
      return "Done.";
    case "rejected":
      return `Rejected${rejectReason === null ? "." : `: ${rejectReason}`}`;
    case "reviewing":
      return reviewingText(task, me, nowMs);
  }
}

function approvedText({ round }: TaskView): string {
  const base = round?.baseTask ?? null;
  return base === null || base.isMerged
    ? "Approved; it is merged next."
    : `Approved; waits for ${base.task}, which it is built on.`;
}

function heldText(task: TaskView, who: string): string {
  const reasons = (task.hold?.reasons ?? []).map((reason) => holdReasonText(reason, task));
  return `On hold: ${reasons.join("; ")}. ${who === "you" ? "You" : who} can release it.`;
}

function reviewingText(task: TaskView, me: string | null, nowMs: number): string {
  const { turn, round } = task;
  const atWork = atWorkText(task, nowMs);
  if (turn.holder === "person" && turn.who !== null) {
    const name = nameOf(turn.who, me);
    return `Waiting for ${name} to approve it, ask for changes or reject it.`;
  }
  if (atWork !== null) return `Waiting for ${atWork}.`;
  if (round?.plan == null) return "The change is being read.";
  const open = round.requirements.filter(({ status }) => status === "waiting");
  const names = [...new Set(open.flatMap(({ who }) => who))];
  return names.length === 0 ? "Waiting for the engine." : `Waiting for ${names.join(", ")}.`;
}

function nameOf(who: string, me: string | null): string {
  return who === me ? "you" : who;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
