import { decide } from "../decision/decide.ts";
import type { Decision } from "../decision/schema.ts";
import { checkupPlan } from "../plan/amend.ts";
import type { Policy } from "../policy/policy.ts";
import { durationMs } from "../policy/words.ts";
import { aggregate } from "../verdict/aggregate.ts";
import type { Verdict } from "../verdict/schema.ts";
import { clarify, escalate, holdReasons, logConcerns, wake } from "./carry-out.ts";
import type { CommandOf } from "./commands.ts";
import { type Context, firstOwner } from "./context.ts";
import { partiesOf } from "./decide-now.ts";
import { type Draft, emit, record } from "./draft.ts";
import { compileFor } from "./plan-round.ts";
import { refuse, requireSystem, wrongState } from "./refuse.ts";
import type { Phase, PlannedCheckup, Task } from "./state.ts";
import { seated } from "./state-parts.ts";

/** A look at unfinished work: it can continue, flag or hold; it never approves and never sends back. */

export function reportEvent(
  draft: Draft,
  { trigger, summary }: CommandOf<"report_event">,
  context: Context,
): Draft {
  const { task } = draft;
  const reported = record(draft, context, {
    type: "event_reported",
    trigger,
    by: context.actor.id,
    summary,
  });
  const unfinished = task.phase.is === "in_progress" || task.phase.is === "rework";
  if (!unfinished || task.checkup !== null || context.policy.triggers[trigger] === "off")
    return reported;
  const number = task.checkups + 1;
  const started = record(reported, context, { type: "checkup_started", number, trigger });
  return emit(started, { do: "read_checkup", checkup: number });
}

export function planCheckup(
  draft: Draft,
  { checkup: number, facts }: CommandOf<"plan_checkup">,
  context: Context,
): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.checkup === null || task.checkup.planned !== null) return wrongState(task);
  if (number !== task.checkup.number) {
    refuse("stale_round", task, `${task.id} is at checkup ${task.checkup.number}`, {
      given: number,
    });
  }
  const plan = checkupPlan(compileFor(task, null, facts, [], context));
  const planned = record(draft, context, { type: "checkup_planned", content: facts.content, plan });
  if (plan.requirements.length === 0) return endWithoutReviewers(planned, context);
  const requirements = plan.requirements.map((requirement) => requirement.id);
  return emit(planned, { do: "ask_checkup", checkup: number, requirements });
}

/** Nobody is configured to look, so a person is told instead. */
function endWithoutReviewers(draft: Draft, context: Context): Draft {
  const person = draft.task.sponsor ?? firstOwner(context);
  const ended = record(draft, context, { type: "checkup_ended" });
  return emit(ended, { do: "notify", to: person, why: "reminder" });
}

export function recordCheckupVerdict(draft: Draft, verdict: Verdict, context: Context): Draft {
  const planned = checkupOf(draft.task, verdict);
  if (planned === null)
    return record(draft, context, { type: "evidence_recorded", verdict, why: "no such checkup" });
  const recorded = record(draft, context, { type: "checkup_verdict", verdict });
  const after = { ...planned, verdicts: seated(planned.verdicts, verdict) };
  return conclude(
    recorded,
    decideCheckup(recorded.task, after, verdict.round, context.policy),
    context,
  );
}

/** The open checkup that a verdict is about; once it was escalated a person decides. */
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
  return decide({
    policy,
    plan: planned.plan,
    verdicts: planned.verdicts,
    report: aggregate([], number),
    task: partiesOf(task, policy),
    round: {
      number,
      tree: planned.content.tree,
      purpose: "checkup",
      signal: "PARTIAL",
      clarified: planned.clarified,
      noResult: [],
      resolutions: [],
    },
  });
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
  return draft.task.phase.is === "held"
    ? resume(ended, work, context)
    : emit(ended, { do: "reset_silence" });
}

/** Where the work stands, or stood before a hold. */
function workOf({ phase }: Task): Phase {
  return phase.is === "held" && phase.resume !== null ? phase.resume : phase;
}

/** Goes back to the work that a checkup stopped, with a fresh lease. */
export function resume(draft: Draft, work: Phase, context: Context): Draft {
  const leaseUntilMs = context.nowMs + durationMs(context.policy.limits.lease);
  const phase =
    work.is === "in_progress" || work.is === "rework" ? { ...work, leaseUntilMs } : work;
  const resumed = record(draft, context, { type: "resumed", phase });
  return emit(resumed, { do: "reset_silence" }, { do: "publish" }, ...wake(resumed.task));
}
