import type { Decision } from "../../decision/schema.ts";
import { assertNever } from "../../kernel/assert-never.ts";
import { durationMs } from "../../policy/words.ts";
import type { Context } from "../model/context.ts";
import { type Draft, record } from "../step/draft.ts";
import { requireRound } from "../step/refuse.ts";
import { approveContent } from "./approval.ts";
import { askOutstanding } from "./ask.ts";
import { logConcerns } from "./concerns.ts";
import { clarify, escalate, holdReasons } from "./hold.ts";

/** Turns a decision into events and effects. */
export function carryOut(draft: Draft, decision: Decision, context: Context): Draft {
  const logged = logConcerns(draft, decision, context);
  switch (decision.effect) {
    case "advance":
    case "flag":
      return approve(logged, decision, context);
    case "wait":
      return askOutstanding(logged, decision, context);
    case "rework":
      return sendBack(logged, decision, context);
    case "clarify":
      return clarify(logged, decision, context, null);
    case "escalate":
      return escalate(logged, holdReasons(decision), context, null);
    case "reject":
      return record(logged, context, { type: "rejected", reason: "rejected at release" });
    default:
      return assertNever(decision.effect);
  }
}

function approve(draft: Draft, decision: Decision, context: Context): Draft {
  const flagged =
    decision.flags.length > 0
      ? record(draft, context, { type: "flagged", flags: decision.flags })
      : draft;
  return approveContent(flagged, context, false);
}

function sendBack(draft: Draft, decision: Decision, context: Context): Draft {
  const { task } = draft;
  const byPerson = decision.reasons.some((reason) => reason.row === "sent_back");
  const rejectedBy = requireRound(task)
    .verdicts.items.filter((verdict) => verdict.opinion === "concerns")
    .map((verdict) => verdict.by);
  const sent = record(draft, context, {
    type: "rework_requested",
    cause: byPerson ? "person" : "automatic",
    agent: task.assignee,
    leaseUntilMs: context.nowMs + durationMs(context.policy.limits.lease),
    rejectedBy: byPerson ? [] : rejectedBy,
  });
  return sent;
}
