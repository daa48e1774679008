import { decide } from "../../decision/decide.ts";
import type { DecisionInput } from "../../decision/input.ts";
import type { Decision } from "../../decision/schema.ts";
import { distrusted } from "../../decision/trust.ts";
import type { Plan, Requirement } from "../../plan/schema.ts";
import type { Policy } from "../../policy/policy.ts";
import { durationMs } from "../../policy/words.ts";
import { aggregate } from "../../verdict/aggregate.ts";
import type { RawFinding, Verdict } from "../../verdict/schema.ts";
import { seated } from "../fold/state-parts.ts";
import { type Context, firstOwner } from "../model/context.ts";
import type { Checkup, Concern, Phase, PlannedCheckup, Task } from "../model/state.ts";
import { type Draft, emit, record } from "../step/draft.ts";
import { logConcerns, logFresh } from "./concerns.ts";
import { taskParties } from "./decide-now.ts";
import { clarify, escalate, holdReasons } from "./hold.ts";

export function dueAt({ nowMs, policy }: Context): number {
  return nowMs + durationMs(policy.limits.machineDeadline);
}

/** Ends a checkup past its deadline: the verdicts so far are kept, and the work continues. */
export function endLateCheckup(
  draft: Draft,
  { number, planned }: Checkup,
  context: Context,
): Draft {
  if (planned === null) return endUnseen(draft, context);
  const input = checkupInput(draft.task, planned, number, context.policy);
  const concerns = planned.verdicts.items
    .filter(({ opinion }) => opinion === "concerns")
    .flatMap((verdict) => concernOf(verdict, countedFor(verdict, planned.plan, input)));
  return endUnseen(logFresh(draft, concerns, context), context);
}

function concernOf({ by }: Verdict, requirement: Requirement | null): Concern[] {
  if (requirement === null) return [];
  const row = requirement.table === "panel" ? "panel_concern" : "severity_concerns";
  return [{ row, by: [by] }];
}

/** Returns the requirement that a verdict answers, if it may. */
function countedFor(verdict: Verdict, plan: Plan, input: DecisionInput): Requirement | null {
  const requirement = plan.requirements.find(({ id }) => id === verdict.requirement);
  if (requirement === undefined) return null;
  return distrusted(verdict, requirement, input) === null ? requirement : null;
}

/** Ends a checkup without a review and notifies a person instead. */
export function endUnseen(draft: Draft, context: Context): Draft {
  const person = draft.task.sponsor ?? firstOwner(context);
  const ended = record(draft, context, { type: "checkup_ended" });
  return emit(ended, { do: "notify", to: person, why: "reminder" });
}

export function recordCheckupVerdict(
  draft: Draft,
  verdict: Verdict,
  found: readonly RawFinding[],
  context: Context,
): Draft {
  const planned = checkupOf(draft.task, verdict);
  if (planned === null)
    return record(draft, context, { type: "evidence_recorded", verdict, why: "no such checkup" });
  const recorded = record(draft, context, { type: "checkup_verdict", verdict });
  const after = { ...planned, verdicts: seated(planned.verdicts, verdict) };
  const input = checkupInput(recorded.task, after, verdict.round, context.policy);
  const noted =
    countedFor(verdict, planned.plan, input) === null
      ? recorded
      : logFindings(recorded, verdict.by, found, context);
  return conclude(noted, decide(input), context);
}

/** Adds findings in unfinished work to the task's issues, because there is no gate. */
function logFindings(
  draft: Draft,
  by: string,
  found: readonly RawFinding[],
  context: Context,
): Draft {
  return record(
    draft,
    context,
    ...found.map((finding) => ({
      type: "concern_logged" as const,
      row: "checkup_finding" as const,
      by: [by],
      finding,
    })),
  );
}

/** Returns the open checkup of a verdict. After an escalation a person decides. */
function checkupOf({ checkup, phase }: Task, verdict: Verdict): PlannedCheckup | null {
  if (checkup?.number !== verdict.round) return null;
  if (phase.is === "held" && phase.kind === "escalated") return null;
  return checkup.planned?.content.tree === verdict.tree ? checkup.planned : null;
}

export function decideCheckup(
  task: Task,
  planned: PlannedCheckup,
  number: number,
  policy: Policy,
): Decision {
  return decide(checkupInput(task, planned, number, policy));
}

function checkupInput(
  task: Task,
  planned: PlannedCheckup,
  number: number,
  policy: Policy,
): DecisionInput {
  return {
    policy,
    plan: planned.plan,
    verdicts: planned.verdicts,
    report: aggregate([], number),
    task: taskParties(task, policy),
    round: {
      number,
      tree: planned.content.tree,
      purpose: "checkup",
      signal: "PARTIAL",
      clarified: planned.clarified,
      noResult: [],
      resolutions: [],
      turns: [],
    },
  };
}

function conclude(draft: Draft, decision: Decision, context: Context): Draft {
  const work = workOf(draft.task);
  const decided = logConcerns(
    record(draft, context, { type: "checkup_decided", decision }),
    decision,
    context,
  );
  if (decision.effect === "wait") return decided;
  if (decision.effect === "clarify") return clarify(decided, decision, context, work);
  if (decision.effect === "escalate")
    return escalate(decided, holdReasons(decision), context, work);
  const ended = record(decided, context, { type: "checkup_ended" });
  return draft.task.phase.is === "held" ? resume(ended, work, context) : ended;
}

/** Returns the phase of the work, or its phase before a hold. */
function workOf({ phase }: Task): Phase {
  return phase.is === "held" && phase.resume !== null ? phase.resume : phase;
}

/** Resumes the work that a checkup stopped, with a new lease. */
export function resume(draft: Draft, work: Phase, context: Context): Draft {
  const leaseUntilMs = context.nowMs + durationMs(context.policy.limits.lease);
  const phase =
    work.is === "in_progress" || work.is === "rework" ? { ...work, leaseUntilMs } : work;
  const resumed = record(draft, context, { type: "resumed", phase });
  return resumed;
}
