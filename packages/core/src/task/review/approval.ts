import type { Policy } from "../../policy/policy.ts";
import { isCounted } from "../../verdict/aggregate.ts";
import type { Context } from "../model/context.ts";
import type { TaskEffect } from "../model/effects.ts";
import type { Task } from "../model/state.ts";
import { type Draft, emit, record } from "../step/draft.ts";
import { requireRound } from "../step/refuse.ts";
import { awaitedBase } from "./base-task.ts";

/** Approves the content of the current round. Outward effects wait for the grace and for the base task. */
export function approveContent(draft: Draft, context: Context, override: boolean): Draft {
  const { tree } = requireRound(draft.task).content;
  const approved = record(draft, context, { type: "approved", tree, override });
  if (awaitedBase(approved.task) !== null) return approved;
  return context.policy.merge.strategy === "none" && context.actor.kind !== "human"
    ? fileDebt(record(approved, context, { type: "completed" }))
    : emit(approved, afterGrace(context.policy));
}

/** Returns the effect of an approval once it can no longer be undone. */
export function afterGrace({ merge }: Policy): TaskEffect {
  return afterApproval(merge, merge.graceSeconds * 1_000);
}

function afterApproval({ strategy }: Policy["merge"], delayMs: number): TaskEffect {
  return { do: strategy === "none" ? "close_grace" : "merge", delayMs };
}

/** Returns the pending effect of an earlier approval, delayed until its grace and its next retry. */
export function stillToCome(task: Task, { policy, nowMs }: Context): TaskEffect[] {
  const { phase, grace } = task;
  if (phase.is !== "approved" || awaitedBase(task) !== null) return [];
  const atMs = Math.max(nowMs, grace?.untilMs ?? 0, phase.retryAtMs ?? 0);
  return [afterApproval(policy.merge, atMs - nowMs)];
}

/** Opens a task for each remaining warning of finished work that can no longer be undone. */
export function fileDebt(draft: Draft): Draft {
  const { round, findings } = draft.task;
  if (round?.decision?.gate !== "pass_with_warnings" || round.overridden) return draft;
  const debt = findings.filter((finding) => isCounted(finding) && finding.severity === "warning");
  if (debt.length === 0) return draft;
  return emit(draft, { do: "file_debt", findings: debt.map(({ id }) => id) });
}
