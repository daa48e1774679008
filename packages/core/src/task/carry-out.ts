import type { Decision, Reason } from "../decision/schema.ts";
import { escalationLine } from "../decision/turn.ts";
import { assertNever } from "../kernel/assert-never.ts";
import { digestOf } from "../kernel/digest.ts";
import type { Policy } from "../policy/policy.ts";
import { durationMs } from "../policy/words.ts";
import type { Finding } from "../verdict/schema.ts";
import { askOutstanding, reminderMs } from "./ask.ts";
import { awaitedBase } from "./base-task.ts";
import { type Context, firstOwner } from "./context.ts";
import { fileDebt } from "./debt.ts";
import { type Draft, emit, record } from "./draft.ts";
import type { TaskEffect } from "./effects.ts";
import { requireRound } from "./refuse.ts";
import type { Concern, HoldReason, Phase, Task } from "./state.ts";

/** Turns a decision into events and effects. The engine only does what is written here. */
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

/** LOG & CONTINUE: concerns that stop nothing go to the task's issues, each once per round. */
export function logConcerns(draft: Draft, decision: Decision, context: Context): Draft {
  const concerns = decision.reasons
    .filter((reason) => reason.effect === "flag")
    .map(({ row, inputs }) => ({ row, by: namesIn(inputs) }));
  return logFresh(draft, concerns, context);
}

/** Logs the concerns that the issues of this round do not have yet. */
export function logFresh(draft: Draft, concerns: readonly Concern[], context: Context): Draft {
  const round = draft.task.round?.number ?? 0;
  const known = draft.task.issues.filter((issue) => issue.round === round).map(nameOfConcern);
  const fresh = new Map(concerns.map((concern) => [nameOfConcern(concern), concern]));
  for (const name of known) fresh.delete(name);
  return [...fresh.values()].reduce(
    (current, concern) => record(current, context, { type: "concern_logged", ...concern }),
    draft,
  );
}

function nameOfConcern({ row, by }: Concern): string {
  return [row, ...by].join(" ");
}

function namesIn(inputs: Reason["inputs"]): string[] {
  return [inputs.by, inputs.concerns].flatMap((value) => (Array.isArray(value) ? value : []));
}

function approve(draft: Draft, decision: Decision, context: Context): Draft {
  const flagged =
    decision.flags.length > 0
      ? record(draft, context, { type: "flagged", flags: decision.flags })
      : draft;
  return approveContent(flagged, context, false);
}

/**
 * The content of the current round is approved; what follows outwardly waits for the grace, and for the task
 * that it is built on.
 */
export function approveContent(draft: Draft, context: Context, override: boolean): Draft {
  const { tree } = requireRound(draft.task).content;
  const approved = record(draft, context, { type: "approved", tree, override });
  if (awaitedBase(approved.task) !== null) return approved;
  return context.policy.merge.strategy === "none" && context.actor.kind !== "human"
    ? fileDebt(record(approved, context, { type: "completed" }))
    : emit(approved, afterGrace(context.policy));
}

/** What an approval leads to once it cannot be taken back. */
export function afterGrace({ merge }: Policy): TaskEffect {
  return afterApproval(merge, merge.graceSeconds * 1_000);
}

function afterApproval({ strategy }: Policy["merge"], delayMs: number): TaskEffect {
  return { do: strategy === "none" ? "close_grace" : "merge", delayMs };
}

/** The same for work that was approved a while ago, at the time that its grace and its last try leave. */
export function stillToCome(task: Task, { policy, nowMs }: Context): TaskEffect[] {
  const { phase, grace } = task;
  if (phase.is !== "approved" || awaitedBase(task) !== null) return [];
  const atMs = Math.max(nowMs, grace?.untilMs ?? 0, phase.retryAtMs ?? 0);
  return [afterApproval(policy.merge, atMs - nowMs)];
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
  return emit(sent, ...wake(sent.task));
}

/** PAUSE & CLARIFY: one question to the author, kept as a finding that can be answered. Asked once, it stays. */
export function clarify(
  draft: Draft,
  decision: Decision,
  context: Context,
  resume: Phase | null,
): Draft {
  const { task } = draft;
  if (task.phase.is === "held" && task.phase.kind === "clarify") return draft;
  const conflict = decision.reasons.filter((reason) => reason.effect === "clarify");
  const raisedBy = [...new Set(conflict.flatMap((reason) => namesIn(reason.inputs)))];
  const question = questionFinding(task, raisedBy);
  const line = peopleFor(task, context);
  const asked = record(draft, context, { type: "findings_changed", findings: [question] });
  const held = record(asked, context, {
    type: "held",
    hold: {
      kind: "clarify",
      reasons: conflict.map((reason) => ({ code: reason.row, about: reason.requirement })),
      line,
      inTurn: task.assignee ?? line[0],
      deadlineMs: context.nowMs + durationMs(context.policy.limits.clarify),
      question: question.id,
      offer: null,
      resume,
    },
  });
  return emit(held, ...wake(held.task));
}

function questionFinding(task: Task, raisedBy: readonly string[]): Finding {
  const round = task.round?.number ?? 1;
  return {
    id: `F-${task.findings.length + 1}`,
    fingerprint: digestOf({ clarification: task.id, round }),
    severity: "info",
    category: "clarification",
    message: `${raisedBy.join(" and ")} raised concerns that need an answer`,
    raisedBy: [...raisedBy],
    rounds: [round],
    disposition: { is: "open" },
  };
}

/** STOP & ESCALATE: a named person must decide. */
export function escalate(
  draft: Draft,
  reasons: readonly HoldReason[],
  context: Context,
  resume: Phase | null,
): Draft {
  const line = peopleFor(draft.task, context);
  const [inTurn] = line;
  const held = record(draft, context, {
    type: "held",
    hold: {
      kind: "escalated",
      reasons,
      line,
      inTurn,
      deadlineMs: context.nowMs + reminderMs(context.policy),
      question: null,
      offer: null,
      resume,
    },
  });
  return emit(held, { do: "notify", to: inTurn, why: "escalated" }, ...wake(held.task));
}

/**
 * The escalation line, without authors: none may release what stops its own work.
 *
 * Where nobody else is left the owners are named all the same, so that a person knows; see `release`.
 */
export function peopleFor(task: Task, context: Context): [string, ...string[]] {
  const { policy } = context;
  const [first, ...others] = escalationLine(policy).filter(
    (person) => !task.authors.includes(person),
  );
  return first === undefined
    ? [firstOwner(context), ...policy.people.owner.slice(1)]
    : [first, ...others];
}

export function holdReasons(decision: Decision): HoldReason[] {
  return decision.reasons
    .filter((reason) => reason.effect === "escalate")
    .flatMap((reason): HoldReason[] => {
      const verdicts = reason.inputs.verdicts;
      if (Array.isArray(verdicts)) return verdicts.map((about) => ({ code: reason.row, about }));
      return [{ code: reason.row, about: reason.requirement }];
    });
}

/** A durable timer at the deadline of the phase. */
export function wake({ phase }: Task): TaskEffect[] {
  if (phase.is === "in_progress" || phase.is === "rework")
    return [{ do: "wake", atMs: phase.leaseUntilMs }];
  if (phase.is === "reviewing" || phase.is === "held" || phase.is === "merging")
    return [{ do: "wake", atMs: phase.deadlineMs }];
  return [];
}
