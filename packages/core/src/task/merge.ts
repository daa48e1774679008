import { decide } from "../decision/decide.ts";
import { limitReasons } from "../decision/limits.ts";
import { digestOf } from "../kernel/digest.ts";
import { durationMs } from "../policy/words.ts";
import type { Finding } from "../verdict/schema.ts";
import { awaitedBase } from "./base-task.ts";
import { escalate, peopleFor, wake } from "./carry-out.ts";
import type { CommandOf } from "./commands.ts";
import type { Context } from "./context.ts";
import { fileDebt } from "./debt.ts";
import { decisionInput } from "./decide-now.ts";
import { type Draft, emit, record } from "./draft.ts";
import { refuse, requireRound, requireSystem, wrongState } from "./refuse.ts";
import { underPolicy } from "./settings.ts";
import type { HoldReason, MergeWait, Task } from "./state.ts";
import { triesOf } from "./state-parts.ts";
import { openRound } from "./work.ts";

/** Exactly what was approved reaches the target, or nothing does. */

export function mergeStarted(
  draft: Draft,
  _command: CommandOf<"merge_started">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is === "done")
    return record(draft, context, { type: "noted", what: "already_closed" });
  if (task.phase.is !== "approved") return wrongState(task);
  if (context.policy.merge.strategy === "none")
    refuse("wrong_state", task, `The policy of ${task.repo} merges nothing`);
  if (context.holds.repo) refuse("on_hold", task, `Merges to ${task.repo} are on hold.`);
  if (task.grace !== null && context.nowMs < task.grace.untilMs)
    refuse("wrong_state", task, `The approval of ${task.id} may still be taken back`);
  requireBaseMerged(task);
  requireStillApproved(task, context);
  const deadlineMs = context.nowMs + durationMs(context.policy.limits.machineDeadline);
  const started = record(draft, context, { type: "merge_started", deadlineMs });
  return emit(started, ...wake(started.task));
}

/** Nothing is merged, overridden or not, before the task that it is built on. */
function requireBaseMerged(task: Task): void {
  const base = awaitedBase(task);
  if (base !== null) refuse("on_hold", task, `${task.id} waits for ${base}`, { base });
}

/** The approval is checked once more in the transaction that begins the merge. */
function requireStillApproved(task: Task, { policy }: Context): void {
  const round = requireRound(task);
  if (round.overridden) return;
  if (round.plan?.policyDigest !== policy.digest)
    refuse("wrong_state", task, `The policy changed after ${task.id} was approved`);
  if (!decide(decisionInput(task, round, policy)).complete)
    refuse("wrong_state", task, `${task.id} is no longer approved`);
}

export function merged(draft: Draft, command: CommandOf<"merged">, context: Context): Draft {
  const { task } = draft;
  const { tree, commit } = command;
  requireSystem(task, context);
  if (task.phase.is === "done")
    return record(draft, context, { type: "noted", what: "already_closed" });
  if (task.phase.is !== "merging") return wrongState(task);
  const approvedTree = requireRound(task).content.tree;
  const isSame = tree === approvedTree;
  const done = record(
    isSame ? draft : record(draft, context, { type: "flagged", flags: ["merged_tree_differs"] }),
    context,
    {
      type: "merged",
      tree,
      ...(commit !== undefined && { commit }),
      ...(!isSame && { approvedTree }),
    },
  );
  return fileDebt(emit(done, { do: "update_work" }));
}

/** The author's branch was brought to the target after the merge, or it was not, and why. */
export function workUpdated(
  draft: Draft,
  { outcome, detail }: CommandOf<"work_updated">,
  context: Context,
): Draft {
  requireSystem(draft.task, context);
  if (draft.task.phase.is !== "done") return wrongState(draft.task);
  return record(draft, context, { type: "work_updated", outcome, detail });
}

/** The merged result is not the tree that was approved: it becomes the next round instead of the target. */
export function reviewAgain(
  draft: Draft,
  { content }: CommandOf<"review_again">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is !== "merging") return wrongState(task);
  const round = requireRound(task);
  const { signal, summary, askedType } = round;
  const author = task.assignee ?? wrongState(task);
  const work = { content, signal, summary, askedType, committers: [], answers: [], author };
  const resultOf = round.resultOf ?? round.content.head;
  return openRound(draft, { ...work, resultOf }, context);
}

export function mergeFailed(
  draft: Draft,
  command: CommandOf<"merge_failed">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is !== "merging") return wrongState(task);
  const { kind, detail, files, path } = command;
  if (kind !== "race" && kind !== "network" && kind !== "dirty")
    return sendBack(draft, { kind, detail, files }, context);
  return kind === "dirty" && path !== undefined
    ? waitForCheckout(draft, { path, files, detail }, context)
    : postpone(draft, { kind, detail }, context);
}

/**
 * A checkout of the target has work that the merge would overwrite: a person's turn at once.
 *
 * It is no try. The engine watches the checkout and begins the merge again when it is free.
 */
function waitForCheckout(
  draft: Draft,
  blocked: Omit<MergeWait, "inTurn">,
  context: Context,
): Draft {
  const [inTurn] = peopleFor(draft.task, context);
  const waiting = record(draft, context, {
    type: "merge_postponed",
    kind: "dirty",
    detail: blocked.detail,
    tries: triesOf(draft.task),
    retryAtMs: context.nowMs,
    waits: { ...blocked, inTurn },
  });
  const told = emit(waiting, { do: "notify", to: inTurn, why: "your_turn" });
  return underPolicy(told, context);
}

/**
 * The author gets the result back as a finding.
 *
 * Only a conflict costs an attempt. The others are the doing of the target, and a person decides when they
 * do not stop.
 */
function sendBack(draft: Draft, fault: Fault, context: Context): Draft {
  const { task } = draft;
  const found = record(draft, context, {
    type: "findings_changed",
    findings: [mergeFinding(task, fault)],
  });
  const charged = fault.kind === "conflict";
  const reasons = charged ? limitsOf(found.task, context) : bounceLimit(task, fault, context);
  if (reasons.length > 0) return escalate(found, reasons, context, null);
  const sent = record(found, context, {
    type: "rework_requested",
    cause: "merge",
    agent: task.assignee,
    leaseUntilMs: context.nowMs + durationMs(context.policy.limits.lease),
    rejectedBy: [],
    charged,
  });
  return emit(sent, ...wake(sent.task));
}

function limitsOf(task: Task, { policy }: Context): HoldReason[] {
  const input = decisionInput(task, requireRound(task), policy);
  const limits = limitReasons("rework", input, { pending: false, standing: [] });
  return limits.map(({ row }) => ({ code: row, about: null }));
}

function bounceLimit({ bounces = 0 }: Task, { kind }: Fault, { policy }: Context): HoldReason[] {
  if (bounces < policy.limits.mergeRetries) return [];
  return [{ code: "merge_retries", about: kind }];
}

type Fault = Pick<CommandOf<"merge_failed">, "detail" | "files"> & { kind: ResultFault };

function mergeFinding(task: Task, { kind, detail, files }: Fault): Finding {
  const { number: round, content } = requireRound(task);
  const [file] = files;
  return {
    id: `F-${task.findings.length + 1}`,
    fingerprint: digestOf({ merge: kind, files, round }),
    severity: "major",
    category: CATEGORIES[kind],
    ...(file === undefined ? {} : { file }),
    message: detail.slice(0, 2_000) || WHAT_FAILED[kind],
    recommendation: remedy(kind, content.target, files).slice(0, 2_000),
    raisedBy: ["merge"],
    rounds: [round],
    disposition: { is: "open" },
  };
}

const WHAT_FAILED = {
  conflict: "The target has changed too, and both changes do not fit together.",
  moved: "The target has moved since this work began, and the policy does not let it.",
  checks_red: "Merged with the target, the work does not pass its checks.",
  policy_unreadable: "Merged with the target, the work would leave a policy that cannot be read.",
} as const;

type ResultFault = keyof typeof WHAT_FAILED;

const CATEGORIES: Readonly<Record<ResultFault, string>> = {
  conflict: "merge-conflict",
  moved: "merge-conflict",
  checks_red: "merge-checks",
  policy_unreadable: "merge-policy",
};

function remedy(kind: ResultFault, target: string, files: readonly string[]): string {
  const where = files.length === 0 ? "the conflict" : files.join(", ");
  const then: Readonly<Record<ResultFault, string>> = {
    conflict: ` settle ${where},`,
    moved: "",
    checks_red: " make the checks pass,",
    policy_unreadable: " correct the policy,",
  };
  return `Merge ${target} into your work,${then[kind]} then submit again.`;
}

const BACK_OFF_MS = 1_000;
const MAX_BACK_OFF_MS = 300_000;

/** Nobody's fault: try again later, and ask a person when it does not stop. */
export function postpone(
  draft: Draft,
  { kind, detail }: { kind: "race" | "network" | "dirty"; detail: string },
  context: Context,
): Draft {
  const tries = triesOf(draft.task) + 1;
  if (tries > context.policy.limits.mergeRetries)
    return escalate(draft, [{ code: "merge_retries", about: kind }], context, null);
  const delayMs = Math.min(MAX_BACK_OFF_MS, BACK_OFF_MS * 2 ** (tries - 1));
  const postponed = record(draft, context, {
    type: "merge_postponed",
    kind,
    detail,
    tries,
    retryAtMs: context.nowMs + delayMs,
  });
  return underPolicy(emit(postponed, { do: "merge", delayMs }), context);
}
