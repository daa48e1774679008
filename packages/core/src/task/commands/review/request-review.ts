import { conflictOf, isOtherFamily } from "../../../plan/eligible.ts";
import { findMachine } from "../../../plan/machines/machine.ts";
import type { Plan } from "../../../plan/schema.ts";
import type { Reviewer } from "../../../policy/schema-review.ts";
import type { CommandOf } from "../../model/commands.ts";
import type { Context } from "../../model/context.ts";
import type { Task } from "../../model/state.ts";
import { assignmentOf } from "../../review/compile-task-plan.ts";
import { canAnswer, type PlannedRound, renewPlan, replanAndDecide } from "../../review/replan.ts";
import { type Draft, record } from "../../step/draft.ts";
import { refuse, requirePerson, requireRound, wrongState } from "../../step/refuse.ts";
import { reportEvent } from "./report-event.ts";

type Requested = NonNullable<Plan["requested"]>;

/** Maximum reviews per round that an author may request, because others pay for them. */
const MAX_BY_AUTHOR = 1;

/**
 * Starts a review on request: further agents answer for the round, or reviewers inspect unfinished work.
 *
 * It only adds: the plan's requirements stay, and the verdict of a further agent satisfies only its own
 * requirement.
 */
export function requestReview(
  draft: Draft,
  { reviewer }: CommandOf<"request_review">,
  context: Context,
): Draft {
  const { task } = draft;
  requireMayAsk(task, context);
  switch (task.phase.is) {
    case "in_progress":
    case "rework":
      return lookAtUnfinished(draft, reviewer, context);
    case "approved":
      requirePerson(task, context, "owner");
      return addReviewers(draft, reviewer, context);
    case "reviewing":
      return addReviewers(draft, reviewer, context);
    default:
      return wrongState(task);
  }
}

function requireMayAsk(task: Task, { actor }: Context): void {
  if (actor.kind === "human" || task.authors.includes(actor.id)) return;
  refuse("forbidden", task, `Only a person or an author of ${task.id} may ask for a review of it.`);
}

function lookAtUnfinished(draft: Draft, reviewer: string | null, context: Context): Draft {
  const { task } = draft;
  if (reviewer !== null)
    refuse(
      "wrong_state",
      task,
      `${task.id} is not submitted, so ${reviewer} cannot review it yet`,
      {},
      "Omit the reviewer to let the reviewers of the policy look at the unfinished work",
    );
  if (task.checkup !== null)
    refuse(
      "wrong_state",
      task,
      `Reviewers are already looking at the unfinished work on ${task.id}`,
    );
  if (context.policy.triggers.manual === "off")
    refuse(
      "forbidden",
      task,
      "The policy does not allow reviews of unfinished work (triggers.manual is off)",
    );
  return reportEvent(
    draft,
    { type: "report_event", trigger: "manual", summary: "A review was asked for" },
    context,
  );
}

function addReviewers(draft: Draft, named: string | null, context: Context): Draft {
  const { task } = draft;
  const round = plannedRound(task);
  const known = round.plan.requested ?? [];
  requireWithinLimit(task, known, context);
  if (named !== null) requireFree(named, task, round, context);
  const reviewers =
    named === null ? usual(task, candidates(task, round, context), context) : [named];
  const by = context.actor.id;
  const requested = [...known, ...reviewers.map((reviewer) => ({ reviewer, by }))];
  const asked = record(draft, context, { type: "review_requested", reviewers });
  const plan = renewPlan(task, { ...round, plan: { ...round.plan, requested } }, context);
  return replanAndDecide(asked, plan, context);
}

function plannedRound(task: Task): PlannedRound {
  const round = requireRound(task);
  const { plan, facts } = round;
  if (plan === null || facts === null)
    return refuse("wrong_state", task, `Round ${round.number} of ${task.id} is still being read`);
  if (round.overridden)
    refuse(
      "wrong_state",
      task,
      `${task.id} was approved by an override; a review cannot change that`,
    );
  return { ...round, plan, facts };
}

function requireWithinLimit(task: Task, known: Requested, { actor }: Context): void {
  if (actor.kind === "human") return;
  if (known.filter(({ by }) => by === actor.id).length < MAX_BY_AUTHOR) return;
  refuse(
    "forbidden",
    task,
    `${actor.id} has already asked for another review of this round of ${task.id}`,
    {},
    "A person may ask for more",
  );
}

/** Returns the registry's agents that could answer for this round and are not asked yet. */
function candidates(task: Task, round: PlannedRound, context: Context): Reviewer[] {
  return context.policy.reviewers.filter(
    ({ id, kind }) => kind === "agent" && obstacle(id, task, round, context) === null,
  );
}

/** Returns why an agent of the registry cannot be added to a round. Null if it can. */
function obstacle(id: string, task: Task, round: PlannedRound, context: Context): string | null {
  const { policy } = context;
  const conflict = conflictOf(findMachine(id, policy), assignmentOf(task, round, context), policy);
  if (conflict !== null) return conflict;
  if (round.plan.requirements.some(({ who }) => who.includes(id)))
    return `${id} is already asked in this round`;
  return canAnswer(`agent:${id}`, id, round, context)
    ? null
    : `${id} cannot be asked now: the engine does not run it, and it is not connected`;
}

function requireFree(id: string, task: Task, round: PlannedRound, context: Context): void {
  const entry = context.policy.reviewers.find((reviewer) => reviewer.id === id);
  const hint = "See them with: countersign reviewer list";
  if (entry?.kind !== "agent") refuse("not_found", task, `The policy has no agent ${id}`, {}, hint);
  const why = obstacle(id, task, round, context);
  if (why !== null) refuse("wrong_state", task, why, {}, hint);
}

/**
 * Returns the default reviewers: the panel's members for a person, otherwise one agent, of another model family
 * if possible.
 */
function usual(task: Task, free: readonly Reviewer[], { actor, policy }: Context): string[] {
  const members = policy.panel?.members ?? [];
  const panel = free.filter(({ id }) => members.includes(id));
  if (panel.length > 0 && actor.kind === "human") return panel.map(({ id }) => id);
  const order = panel.length > 0 ? panel : free;
  const one = order.find(({ modelFamily }) => isOtherFamily(modelFamily, task.authorFamily));
  const chosen = one ?? order[0];
  if (chosen === undefined)
    return refuse("not_found", task, `No further agent can be asked about ${task.id}`);
  return [chosen.id];
}
