import type { Requirement } from "../../../plan/schema.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { HoldReason } from "../../model/state.ts";
import { stillToCome } from "../../review/approval.ts";
import { decideNow } from "../../review/decide-now.ts";
import { recordPlan, renewedPlan, underPolicy } from "../../review/replan.ts";
import { type Draft, emit, record } from "../../step/draft.ts";
import { requireRound, requireSystem } from "../../step/refuse.ts";

export function policyChanged(
  draft: Draft,
  _command: CommandOf<"policy_changed">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  const changed = record(draft, context, { type: "policy_changed", digest: context.policy.digest });
  if (task.phase.is === "held") return endMootHold(changed, context);
  if (task.phase.is !== "reviewing" && task.phase.is !== "approved") return changed;
  const replanned = underPolicy(changed, context);
  return task.phase.is === "approved"
    ? emit(replanned, ...stillToCome(replanned.task, context))
    : replanned;
}

/**
 * Plans a held task again if that removes every reason of its hold: the plan no longer asks for the requirement, or
 * another actor answers it. The review then goes on; otherwise the hold stays as it is.
 */
function endMootHold(draft: Draft, context: Context): Draft {
  const { phase, round } = draft.task;
  if (phase.is !== "held" || phase.kind !== "escalated" || round === null) return draft;
  if (phase.resume !== null || phase.offer !== null) return draft;
  const plan = renewedPlan(draft.task, round, context);
  const before = round.plan?.requirements ?? [];
  const isMoot = phase.reasons.every(
    (reason) => plan !== null && isSettledBy(reason, plan.requirements, before),
  );
  if (plan === null || !isMoot) return draft;
  const replanned = recordPlan(draft, round, plan, context);
  return decideNow(replanned, context, requireRound(replanned.task));
}

/** Returns true if the actors of a reason are no longer asked. */
function isSettledBy(
  { code, about }: HoldReason,
  now: readonly Requirement[],
  before: readonly Requirement[],
): boolean {
  if (code !== "quorum_unreachable" && code !== "no_result") return false;
  const old = before.find(({ id }) => id === about);
  const current = now.find(({ id }) => id === about);
  const isAskedAgain = current?.who.some((actor) => old?.who.includes(actor)) ?? false;
  return old !== undefined && !isAskedAgain;
}
