import { decide } from "../decision/decide.ts";
import type { Plan } from "../plan/schema.ts";
import { MODES } from "../policy/words.ts";
import { isCounted } from "../verdict/aggregate.ts";
import type { Disposition, Finding } from "../verdict/schema.ts";
import { stillToCome } from "./carry-out.ts";
import type { CommandOf } from "./commands.ts";
import type { Context } from "./context.ts";
import { decideNow, decisionInput } from "./decide-now.ts";
import { type Draft, emit, record } from "./draft.ts";
import { requireNotInvolved, worksOn } from "./involved.ts";
import { compileFor } from "./plan-round.ts";
import { refuse, requirePerson, requireRound, requireSystem, wrongState } from "./refuse.ts";
import { recordPlan, renewedPlan } from "./replan.ts";
import { endMootHold } from "./reseat.ts";
import type { HoldReason, Round, Task } from "./state.ts";

/** Findings settled one by one, modes changed, policies replaced. */

export function dispose(
  draft: Draft,
  { finding, as }: CommandOf<"dispose">,
  context: Context,
): Draft {
  const { task } = draft;
  if (task.phase.is === "open") return wrongState(task);
  const known =
    task.findings.find(({ id }) => id === finding) ??
    refuse("not_found", task, `${task.id} has no finding ${finding}.`);
  requireMayDispose(task, as.is, context);
  if (as.is === "open") requireSetAside(task, known);
  if (as.is === "disputed" || as.is === "open") requireKeepsApproval(task, known);
  const disposition: Disposition = as.is === "open" ? as : { ...as, by: context.actor.id };
  const disposed = record(draft, context, { type: "disposed", finding, disposition });
  if (task.phase.is === "reviewing")
    return decideNow(disposed, context, requireRound(disposed.task));
  const { phase } = task;
  const isAnswer = phase.is === "held" && phase.question === finding && as.is === "disputed";
  return isAnswer && !isClarified(task)
    ? answerClarification(disposed, phase.reasons, as.note, context)
    : disposed;
}

/** An author may contest a finding; only a person who is none may take it off the table. */
function requireMayDispose(task: Task, as: Disposition["is"], context: Context): void {
  const { actor } = context;
  if (as === "disputed") {
    if (!task.authors.includes(actor.id) && actor.kind !== "human")
      refuse("forbidden", task, `Only an author or a person may dispute a finding of ${task.id}.`);
    return;
  }
  requirePerson(task, context, "owner");
  requireNotInvolved(task, context, "owner");
}

/** Only what somebody took off the table can be put back; what is fixed or gone is not there. */
function requireSetAside(task: Task, { id, disposition }: Finding): void {
  if (!SET_ASIDE.has(disposition.is))
    refuse("wrong_state", task, `${id} is ${disposition.is}; nobody set it aside`);
}

const SET_ASIDE: ReadonlySet<Disposition["is"]> = new Set(["dismissed", "deferred", "late"]);

/** What no longer counted when the work was approved stays so: its merge would be refused, and nothing else would come. */
function requireKeepsApproval(task: Task, finding: Finding): void {
  const isApproved = task.phase.is === "approved" || task.phase.is === "merging";
  if (isApproved && !isCounted(finding))
    refuse("wrong_state", task, `${finding.id} is ${finding.disposition.is}; ask for a redo`);
}

/** One answer per round: a second one would let the author pick among the verdicts. */
function isClarified({ checkup, round }: Task): boolean {
  return (checkup?.planned ?? round)?.clarified === true;
}

/** The answer re-asks the same members on the same content; their earlier verdicts no longer count. */
function answerClarification(
  draft: Draft,
  conflict: readonly HoldReason[],
  note: string,
  context: Context,
): Draft {
  const { checkup } = draft.task;
  const requirements = conflict.map(({ about }) => about).filter((about) => about !== null);
  const answered = record(draft, context, { type: "clarification_answered", requirements, note });
  return checkup === null
    ? emit(answered, { do: "ask", round: requireRound(draft.task).number, requirements })
    : emit(answered, { do: "ask_checkup", checkup: checkup.number, requirements });
}

export function changeMode(
  draft: Draft,
  { mode, reason }: CommandOf<"change_mode">,
  context: Context,
): Draft {
  const { task } = draft;
  if (task.phase.is === "merging" || task.phase.is === "done" || task.phase.is === "rejected")
    return wrongState(task);
  const before = task.round?.plan?.mode.mode;
  const by = proposerOf(task, context);
  const proposed = record(draft, context, {
    type: "mode_proposed",
    proposal: { mode, by },
    ...(reason !== undefined && { reason }),
  });
  const round = proposed.task.round;
  if (round === null || (task.phase.is !== "reviewing" && task.phase.is !== "approved"))
    return proposed;
  const plan = freshPlan(proposed.task, round, context, by === "person");
  if (plan === null) return proposed;
  if (task.phase.is === "approved" && !isStricter(plan.mode.mode, before)) return proposed;
  return replanAndDecide(proposed, plan, context);
}

function proposerOf(task: Task, { actor, policy }: Context): "person" | "planner" | "author" {
  if (actor.kind === "human" && !worksOn(actor.id, task, policy)) return "person";
  return actor.planner ? "planner" : "author";
}

function isStricter(
  mode: (typeof MODES)[number],
  than: (typeof MODES)[number] | undefined,
): boolean {
  return than !== undefined && MODES.indexOf(mode) < MODES.indexOf(than);
}

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

/** Compiles the plan again if it was made under another policy, and decides by it. */
export function underPolicy(draft: Draft, context: Context): Draft {
  const { round } = draft.task;
  if (round === null || round.plan?.policyDigest === context.policy.digest) return draft;
  const plan = freshPlan(draft.task, round, context, false);
  return plan === null ? draft : replanAndDecide(draft, plan, context);
}

/** The plan under the settings of now. A person's own choice of mode may drop a requirement too. */
function freshPlan(task: Task, round: Round, context: Context, byPerson: boolean): Plan | null {
  const { plan, facts } = round;
  const isChosen = byPerson && plan?.policyDigest === context.policy.digest;
  return isChosen && facts !== null
    ? compileFor(task, round, facts, plan.gaps, context)
    : renewedPlan(task, round, context);
}

/** Records a plan and decides by it; approved work stays approved only if nothing new is asked. */
export function replanAndDecide(draft: Draft, plan: Plan, context: Context): Draft {
  const replanned = recordPlan(draft, requireRound(draft.task), plan, context);
  return replanned.task.phase.is === "reviewing"
    ? decideNow(replanned, context, requireRound(replanned.task))
    : confirmApproval(replanned, context);
}

/** Approved work stays approved only if nothing new is asked; otherwise its review goes on. */
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
