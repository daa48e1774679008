import type { FeedbackEntry } from "../../../feedback/schema.ts";
import { durationMs } from "../../../policy/words.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { TaskPriority } from "../../model/state.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { refuse, requirePerson, wrongState } from "../../step/refuse.ts";
import { feedbackStamp, openGrace } from "./grace.ts";

export function redo(draft: Draft, command: CommandOf<"redo">, context: Context): Draft {
  const { task } = draft;
  requirePerson(task, context, "owner");
  if (command.quickIssues.length === 0 && command.customFeedback.trim() === "")
    refuse("invalid_input", task, `Say what must change in ${task.id}.`);
  const entry: FeedbackEntry = {
    ...feedbackStamp(task, context),
    decision: "redo",
    quickIssues: command.quickIssues,
    customFeedback: command.customFeedback,
    redoOption: command.option,
    priorityChange: command.priority,
  };
  if (task.phase.is === "rework") return record(draft, context, { type: "feedback_given", entry });
  if (
    task.phase.is === "open" ||
    task.phase.is === "merging" ||
    task.phase.is === "done" ||
    task.phase.is === "rejected"
  )
    return wrongState(task);
  const priority = changedPriority(task.priority, command.priority);
  const sent = record(
    draft,
    context,
    { type: "feedback_given", entry },
    { type: "priority_changed", priority },
    {
      type: "rework_requested",
      cause: "person",
      agent: task.assignee,
      leaseUntilMs: context.nowMs + durationMs(context.policy.limits.lease),
      rejectedBy: [],
    },
  );
  const delayMs = context.policy.merge.graceSeconds * 1_000;
  const told = emit(sent, { do: "close_grace", delayMs });
  return openGrace(withReset(told, command.option, delayMs), task, "redo", null, context);
}

function withReset(draft: Draft, option: CommandOf<"redo">["option"], delayMs: number): Draft {
  if (option === "keep") return draft;
  return emit(draft, {
    do: "reset_work",
    to: option === "fresh" ? "before" : "checkpoint",
    delayMs,
  });
}

const PRIORITIES: readonly TaskPriority[] = ["P0", "P1", "P2"];

function changedPriority(priority: TaskPriority, change: "same" | "bump" | "lower"): TaskPriority {
  const step = { same: 0, bump: -1, lower: 1 }[change];
  return PRIORITIES[PRIORITIES.indexOf(priority) + step] ?? priority;
}
