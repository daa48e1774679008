import { gateOf } from "../decision/gate.ts";
import { asked, distrusted } from "../decision/trust.ts";
import type { FeedbackEntry } from "../feedback/schema.ts";
import { durationMs } from "../policy/words.ts";
import { sealVerdict } from "../verdict/seal-verdict.ts";
import { outstandingOf } from "./ask.ts";
import { afterGrace, approveContent, wake } from "./carry-out.ts";
import type { CommandOf } from "./commands.ts";
import { type Context, isOwner } from "./context.ts";
import { decideNow, decisionInput } from "./decide-now.ts";
import { type Draft, emit, record } from "./draft.ts";
import { requireNotInvolved } from "./involved.ts";
import { refuse, requirePerson, requireRound, wrongState } from "./refuse.ts";
import { confirmApproval, underPolicy } from "./settings.ts";
import type { BeforeDecision, Grace, Task, TaskPriority } from "./state.ts";

/** What people decide. It acts at once, limits never apply, and it can be undone until its first outward effect. */

export function approve(draft: Draft, command: CommandOf<"approve">, context: Context): Draft {
  const { task } = draft;
  requirePerson(task, context, command.requirement);
  if (task.phase.is === "approved" || task.phase.is === "merging" || task.phase.is === "done") {
    return record(draft, context, { type: "noted", what: "already_approved" });
  }
  if (task.phase.is !== "reviewing") return wrongState(task);
  requireSeat(task, command, context);
  const { round, tree, requirement, id, note } = command;
  const verdict = sealVerdict({
    id,
    requirement,
    by: context.actor.id,
    byKind: "human",
    round,
    tree,
    opinion: "approved",
    summary: note ?? "",
    findings: [],
    costUsd: 0,
    sandboxed: false,
  });
  const recorded = record(draft, context, { type: "verdict_recorded", verdict });
  const decided = decideNow(recorded, context, requireRound(recorded.task));
  if (decided.task.phase.is !== "approved") return decided;
  const entry: FeedbackEntry = {
    ...entryOf(task, context),
    decision: "approved",
    ...(note === undefined ? {} : { customFeedback: note }),
  };
  return openGrace(
    record(decided, context, { type: "feedback_given", entry }),
    task,
    "approve",
    id,
    context,
  );
}

/** The person holds an open requirement of the current stage. */
function requireSeat(task: Task, command: CommandOf<"approve">, context: Context): void {
  const round = requireRound(task);
  const requirement = outstandingOf(round).find(
    (candidate) => candidate.id === command.requirement,
  );
  if (requirement?.human !== true) {
    const waiting = outstandingOf(round).map(({ id, who }) => `${who.join(", ")} (${id})`);
    const message = `${task.id} waits for ${waiting.join(" and ") || "no reviewer"}, not for you as ${command.requirement}`;
    refuse("not_your_turn", task, message, { turn: "others" });
  }
  const seat = {
    by: context.actor.id,
    byKind: context.actor.kind,
    round: command.round,
    tree: command.tree,
  };
  const distrust = distrusted(seat, requirement, decisionInput(task, round, context.policy));
  if (distrust === "trust_author")
    refuse("self_review", task, `${context.actor.id} is an author of ${task.id}`, {
      layer: requirement.kind,
    });
  if (distrust !== null) {
    refuse(
      "not_your_turn",
      task,
      `${task.id} waits for ${asked(requirement, round.resolutions).join(", ")}`,
      { turn: requirement.who.join(", ") },
    );
  }
  const gate = round.decision && gateOf(round.decision.counts);
  const isFlagged = context.policy.tables.severity.needsFixes === "flag";
  if (gate === "fail" || (gate === "needs_fixes" && !isFlagged))
    refuse("gate_closed", task, `The gate of ${task.id} is ${gate}`, { gate });
}

export function redo(draft: Draft, command: CommandOf<"redo">, context: Context): Draft {
  const { task } = draft;
  requirePerson(task, context, "owner");
  if (command.quickIssues.length === 0 && command.customFeedback.trim() === "")
    refuse("invalid_input", task, `Say what shall change in ${task.id}.`);
  const entry: FeedbackEntry = {
    ...entryOf(task, context),
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
  const told = emit(sent, { do: "close_grace", delayMs }, ...wake(sent.task));
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

export function reject(draft: Draft, { reason }: CommandOf<"reject">, context: Context): Draft {
  const { task } = draft;
  requirePerson(task, context, "owner");
  if (task.phase.is === "rejected")
    return record(draft, context, { type: "noted", what: "already_rejected" });
  if (task.phase.is === "merging" || task.phase.is === "done") return wrongState(task);
  const entry: FeedbackEntry = {
    ...entryOf(task, context),
    decision: "rejected",
    rejectReason: reason,
  };
  const rejected = record(
    draft,
    context,
    { type: "feedback_given", entry },
    { type: "rejected", reason },
  );
  const stopped = emit(rejected, {
    do: "close_grace",
    delayMs: context.policy.merge.graceSeconds * 1_000,
  });
  return openGrace(stopped, task, "reject", null, context);
}

/** The loud way past the gate: an owner, with a reason, visible for good. It is never a layer's approval. */
export function override(draft: Draft, { reason }: CommandOf<"override">, context: Context): Draft {
  const { task } = draft;
  if (!isOwner(context))
    refuse("forbidden", task, `Only an owner may override the gate of ${task.id}.`);
  if (task.phase.is === "approved" || task.phase.is === "merging" || task.phase.is === "done") {
    return record(draft, context, { type: "noted", what: "already_approved" });
  }
  const reviewable =
    task.phase.is === "reviewing" || (task.phase.is === "held" && task.phase.resume === null);
  if (!reviewable || task.round === null) return wrongState(task);
  requireNotInvolved(task, context, "owner");
  const entry: FeedbackEntry = {
    ...entryOf(task, context),
    decision: "approved",
    customFeedback: reason,
  };
  const loud = record(
    draft,
    context,
    { type: "feedback_given", entry },
    { type: "flagged", flags: ["override"] },
  );
  const approved = approveContent(loud, context, true);
  return openGrace(approved, task, "override", null, context);
}

export function undo(draft: Draft, _command: CommandOf<"undo">, context: Context): Draft {
  const { task } = draft;
  requirePerson(task, context, "owner");
  const { grace } = task;
  if (task.phase.is !== "rework" && task.phase.is !== "approved" && task.phase.is !== "rejected")
    return wrongState(task);
  if (grace === null)
    return refuse("undo_closed", task, "its effects have started, or nobody decided it.");
  if (grace.by !== context.actor.id)
    return refuse("undo_closed", task, `only ${grace.by} can take that back.`);
  const undone = record(draft, context, {
    type: "undone",
    before: grace.before,
    verdict: grace.verdict,
  });
  return goOn(emit(undone, ...wake(undone.task)), context);
}

/** What the undone decision had stopped goes on, under the policy and with the findings of now. */
function goOn(draft: Draft, context: Context): Draft {
  const { phase, round } = draft.task;
  if (round === null || (phase.is !== "approved" && phase.is !== "reviewing")) return draft;
  const isCurrent = round.plan?.policyDigest === context.policy.digest;
  if (phase.is === "approved") {
    const merging = emit(draft, afterGrace(context.policy));
    return isCurrent ? confirmApproval(merging, context) : underPolicy(merging, context);
  }
  if (round.plan === null) return emit(draft, { do: "read_content", round: round.number });
  const decided = isCurrent ? decideNow(draft, context, round) : underPolicy(draft, context);
  if (decided.task.phase.is !== "reviewing") return decided;
  const requirements = outstandingOf(requireRound(decided.task)).map(({ id }) => id);
  return emit(decided, { do: "ask", round: round.number, requirements });
}

function openGrace(
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

function entryOf(
  task: Task,
  { actor, nowMs }: Context,
): Pick<FeedbackEntry, "iteration" | "timestamp" | "by"> {
  return { iteration: task.round?.number ?? 0, timestamp: nowMs, by: actor.id };
}
