import { digestOf } from "../../kernel/digest.ts";
import type { Plan } from "../../plan/schema.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Finding, Verdict } from "../../verdict/schema.ts";
import { sealVerdict } from "../../verdict/seal-verdict.ts";
import type { Context } from "../model/context.ts";
import type { TaskEvent } from "../model/events.ts";
import type { Round, Task } from "../model/state.ts";

/**
 * Returns the verdicts of the previous round that still count, because the question and the content are the same:
 * the same tree, or the same change on another base after a failed merge.
 *
 * Their findings are open again, because the same bytes cannot have fixed them.
 */
export function carried(
  task: Task,
  round: Round,
  plan: Plan,
  { context, sameDiff }: { context: Context; sameDiff: boolean },
): TaskEvent[] {
  const before = task.previous;
  if (before === null) return [];
  const survives = survivesIn(before, round, { policy: context.policy, sameDiff });
  const self = plan.requirements.find(({ kind }) => kind === "self");
  const kept = before.verdicts.items.filter(
    (verdict) =>
      verdict.requirement !== self?.id && survives(verdict) && sameQuestion(verdict, before, plan),
  );
  if (kept.length === 0) return [];
  const raised = new Set(kept.flatMap((verdict) => verdict.findings));
  const findings = task.findings
    .filter((finding) => raised.has(finding.id))
    .map((finding) => ({
      ...finding,
      rounds: [...finding.rounds, round.number],
      disposition: isGone(finding) ? ({ is: "open" } as const) : finding.disposition,
    }));
  return [
    ...kept.map(
      (verdict): TaskEvent => ({
        type: "verdict_carried",
        verdict: sealVerdict({
          ...verdict,
          id: carriedId(verdict.id, round.number),
          round: round.number,
          tree: round.content.tree,
          costUsd: 0,
        }),
        ...(verdict.tree !== round.content.tree && { fromTree: verdict.tree }),
      }),
    ),
    { type: "findings_changed", findings },
  ];
}

/**
 * Returns which verdicts of a round count for the next one.
 *
 * After a failed merge, an unchanged change keeps the approvals of people and agents; checks run on the new tree.
 * A policy that reviews every new tree keeps none.
 */
function survivesIn(
  before: Round,
  { content }: Round,
  { policy, sameDiff }: { policy: Policy; sameDiff: boolean },
): (verdict: Verdict) => boolean {
  const sameTree = before.content.tree === content.tree;
  const sameBase = before.content.base === content.base;
  const keepsApprovals =
    sameDiff && before.bounced === true && policy.merge.reviewAgain === "never";
  return ({ byKind, opinion }) => {
    if (byKind === "check") return sameTree && policy.carry.check === "same-tree";
    if (keepsApprovals && opinion === "approved") return true;
    return byKind === "human" && sameTree && sameBase && policy.carry.human === "same-bytes";
  };
}

/** Returns an id of a fixed length, however often a verdict is carried. */
function carriedId(id: string, round: number): string {
  return `vrd_${digestOf({ carried: id, round }).slice(0, 32)}`;
}

function isGone({ disposition }: Finding): boolean {
  return disposition.is === "stale" || disposition.is === "fixed";
}

function sameQuestion(verdict: Verdict, before: Round, plan: Plan): boolean {
  const then = before.plan?.requirements.find(
    (requirement) => requirement.id === verdict.requirement,
  );
  const now = plan.requirements.find((requirement) => requirement.id === verdict.requirement);
  return then !== undefined && then.digest === now?.digest;
}
