import { limitReasons } from "../../../decision/limits.ts";
import { digestOf } from "../../../kernel/digest.ts";
import { durationMs } from "../../../policy/words.ts";
import type { Finding } from "../../../verdict/schema.ts";
import { mergeTries } from "../../fold/state-parts.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { HoldReason, MergeWait, Task } from "../../model/state.ts";
import { decisionInput } from "../../review/decide-now.ts";
import { escalate, peopleFor } from "../../review/hold.ts";
import { underPolicy } from "../../review/replan.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { requireRound, requireSystem, wrongState } from "../../step/refuse.ts";

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
 * Asks a person at once because a checkout of the target has files that the merge would overwrite.
 *
 * It does not count as a try. The engine watches the checkout and restarts the merge when it is free.
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
    tries: mergeTries(draft.task),
    retryAtMs: context.nowMs,
    waits: { ...blocked, inTurn },
  });
  const told = emit(waiting, { do: "notify", to: inTurn, why: "your_turn" });
  return underPolicy(told, context);
}

/**
 * Sends the result back to the author as a finding.
 *
 * Only a conflict costs an attempt. Other failures are caused by the target, and a person decides if they
 * persist.
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
  return sent;
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
  trust_files: "The work changes files that only a change of trust may write.",
} as const;

type ResultFault = keyof typeof WHAT_FAILED;

const CATEGORIES: Readonly<Record<ResultFault, string>> = {
  conflict: "merge-conflict",
  moved: "merge-conflict",
  checks_red: "merge-checks",
  policy_unreadable: "merge-policy",
  trust_files: "merge-trust",
};

function remedy(kind: ResultFault, target: string, files: readonly string[]): string {
  const where = files.length === 0 ? "the conflict" : files.join(", ");
  const then: Readonly<Record<ResultFault, string>> = {
    conflict: ` settle ${where},`,
    moved: "",
    checks_red: " make the checks pass,",
    policy_unreadable: " correct the policy,",
    trust_files: ` take the change of ${where} out,`,
  };
  return `Merge ${target} into your work,${then[kind]} then submit again.`;
}

const BACK_OFF_MS = 1_000;

const MAX_BACK_OFF_MS = 300_000;

/** Retries a merge later with back-off; escalates to a person after the last retry. */
export function postpone(
  draft: Draft,
  { kind, detail }: { kind: "race" | "network" | "dirty"; detail: string },
  context: Context,
): Draft {
  const tries = mergeTries(draft.task) + 1;
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
