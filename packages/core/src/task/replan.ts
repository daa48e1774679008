import type { Facts } from "../content/schema.ts";
import { recompile } from "../plan/recompile.ts";
import type { Plan, Requirement } from "../plan/schema.ts";
import type { Context } from "./context.ts";
import { type Draft, record } from "./draft.ts";
import { compileFor } from "./plan-round.ts";
import type { Round, Task } from "./state.ts";

/**
 * The plan of a round under the policy and the roster of now; null while there is none.
 *
 * Requirements are dropped only if a person accepted the policy that no longer asks for them.
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

/** True if an actor has answered a requirement of the round, or can still be asked. */
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

/** Records a new plan. A requirement that has another actor now is asked again. */
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
