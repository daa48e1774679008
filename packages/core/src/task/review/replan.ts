import type { Facts } from "../../content/schema.ts";
import { decide } from "../../decision/decide.ts";
import { recompile } from "../../plan/compile/recompile.ts";
import type { Plan, Requirement } from "../../plan/schema.ts";
import type { Context } from "../model/context.ts";
import type { Round, Task } from "../model/state.ts";
import { type Draft, record } from "../step/draft.ts";
import { requireRound } from "../step/refuse.ts";
import { compileFor } from "./compile-task-plan.ts";
import { decideNow, decisionInput } from "./decide-now.ts";

/**
 * Returns the plan of a round under the current policy and roster. Null if there is none.
 *
 * Requirements are dropped only if a person accepted the policy that no longer contains them.
 */
export function renewedPlan(task: Task, round: Round, context: Context): Plan | null {
  const { plan, facts } = round;
  return plan === null || facts === null
    ? null
    : renewPlan(task, { ...round, plan, facts }, context);
}

/** A round whose content was read. */
export type PlannedRound = Round & { plan: Plan; facts: Facts };

export function renewPlan(task: Task, round: PlannedRound, context: Context): Plan {
  const fresh = compileFor(task, round, round.facts, round.plan.gaps, context);
  const isNewPolicy = fresh.policyDigest !== round.plan.policyDigest;
  return recompile(round.plan, fresh, {
    canAnswer: (requirement, actor) => canAnswer(requirement, actor, round, context),
    acceptedBy: isNewPolicy ? (context.policyAcceptedBy ?? null) : null,
  });
}

/** Returns true if an actor has answered a requirement of the round, or can still be asked. */
export function canAnswer(
  requirement: string,
  actor: string,
  { verdicts }: Pick<Round, "verdicts">,
  { roster, engineRun = [] }: Context,
): boolean {
  return (
    verdicts.items.some((verdict) => verdict.requirement === requirement && verdict.by === actor) ||
    roster.some(({ id }) => id === actor) ||
    engineRun.includes(actor)
  );
}

/** Records a new plan. A requirement with another actor is asked again. */
export function recordPlan(draft: Draft, round: Round, plan: Plan, context: Context): Draft {
  const reask = plan.requirements
    .filter((requirement) => round.asked[requirement.id] !== undefined)
    .filter((requirement) => hasNewActor(requirement, round.plan))
    .map(({ id }) => id);
  return record(draft, context, {
    type: "replanned",
    plan,
    ...(reask.length === 0 ? {} : { reask }),
  });
}

function hasNewActor({ id, who }: Requirement, before: Plan | null): boolean {
  const old = before?.requirements.find((requirement) => requirement.id === id);
  return old !== undefined && who.some((actor) => !old.who.includes(actor));
}

/** Compiles the plan again if it was made under another policy, and decides by it. */
export function underPolicy(draft: Draft, context: Context): Draft {
  const { round } = draft.task;
  if (round === null || round.plan?.policyDigest === context.policy.digest) return draft;
  const plan = freshPlan(draft.task, round, context, false);
  return plan === null ? draft : replanAndDecide(draft, plan, context);
}

/** Returns the plan under the current settings. A person's own choice of mode may also drop a requirement. */
export function freshPlan(
  task: Task,
  round: Round,
  context: Context,
  byPerson: boolean,
): Plan | null {
  const { plan, facts } = round;
  const isChosen = byPerson && plan?.policyDigest === context.policy.digest;
  return isChosen && facts !== null
    ? compileFor(task, round, facts, plan.gaps, context)
    : renewedPlan(task, round, context);
}

/** Records a plan and decides by it. Approved work stays approved only if nothing new is required. */
export function replanAndDecide(draft: Draft, plan: Plan, context: Context): Draft {
  const replanned = recordPlan(draft, requireRound(draft.task), plan, context);
  return replanned.task.phase.is === "reviewing"
    ? decideNow(replanned, context, requireRound(replanned.task))
    : confirmApproval(replanned, context);
}

/** Keeps approved work approved only if nothing new is required. Otherwise its review continues. */
export function confirmApproval(draft: Draft, context: Context): Draft {
  const round = requireRound(draft.task);
  const stillApproved =
    round.overridden || decide(decisionInput(draft.task, round, context.policy)).complete;
  if (stillApproved) return draft;
  return decideNow(withoutGrace(draft, context), context, round);
}

/** Ends the grace of an approval that was withdrawn: there is nothing left to undo. */
function withoutGrace(draft: Draft, context: Context): Draft {
  return draft.task.grace === null ? draft : record(draft, context, { type: "grace_closed" });
}
