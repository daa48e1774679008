import type { FeedbackEntry } from "../../../feedback/schema.ts";
import type { Context } from "../../model/context.ts";
import type { BeforeDecision, Grace, Task } from "../../model/state.ts";
import { type Draft, record } from "../../step/draft.ts";

export function openGrace(
  draft: Draft,
  before: Task,
  act: Grace["act"],
  verdict: string | null,
  context: Context,
): Draft {
  const untilMs = context.nowMs + context.policy.merge.graceSeconds * 1_000;
  return record(draft, context, {
    type: "grace_opened",
    grace: { by: context.actor.id, act, untilMs, before: beforeDecision(before), verdict },
  });
}

function beforeDecision(task: Task): BeforeDecision {
  const { phase, attempt, attemptLimit, priority, flags, feedback } = task;
  return {
    phase,
    attempt,
    attemptLimit,
    priority,
    flags,
    overridden: task.round?.overridden === true,
    sentBack: task.round?.sentBack === true,
    feedback: feedback.length,
  };
}

export function feedbackStamp(
  task: Task,
  { actor, nowMs }: Context,
): Pick<FeedbackEntry, "iteration" | "timestamp" | "by"> {
  return { iteration: task.round?.number ?? 0, timestamp: nowMs, by: actor.id };
}
