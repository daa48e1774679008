import type { Facts } from "../content/schema.ts";
import { digestOf } from "../kernel/digest.ts";
import { compilePlan } from "../plan/compile-plan.ts";
import type { Assignment, Gap, Plan } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";
import type { Finding, Verdict } from "../verdict/schema.ts";
import { sealVerdict } from "../verdict/seal-verdict.ts";
import type { CommandOf } from "./commands.ts";
import type { Context } from "./context.ts";
import { decideNow } from "./decide-now.ts";
import { type Draft, record } from "./draft.ts";
import type { TaskEvent } from "./events.ts";
import { refuse, requireRound, requireSystem, wrongState } from "./refuse.ts";
import type { Round, Task } from "./state.ts";

/** The content was read: compile the plan, count what already answers it, decide. */
export function planRound(draft: Draft, command: CommandOf<"plan_round">, context: Context): Draft {
  const { task } = draft;
  requireSystem(task, context);
  if (task.phase.is !== "reviewing") return wrongState(task);
  const round = requireRound(task);
  if (command.round !== round.number)
    refuse("stale_round", task, `${task.id} is at round ${round.number}`, { given: command.round });
  if (round.plan !== null)
    refuse("wrong_state", task, `Round ${round.number} of ${task.id} has its plan`);
  if (
    command.facts.content.tree !== round.content.tree ||
    command.facts.content.base !== round.content.base
  ) {
    refuse("stale_content", task, `The facts are of other content than round ${round.number}`);
  }
  const plan = compileFor(task, round, command.facts, command.gaps, context);
  const planned = record(draft, context, {
    type: "planned",
    round: round.number,
    facts: command.facts,
    plan,
    ...(command.costUsd === undefined ? {} : { costUsd: command.costUsd }),
  });
  const answered = record(
    planned,
    context,
    ...selfVerdict(task, round, plan),
    ...carried(task, round, plan, { context, sameDiff: command.sameDiff === true }),
  );
  return decideNow(answered, context, requireRound(answered.task));
}

export function compileFor(
  task: Task,
  round: Round | null,
  facts: Facts,
  gaps: readonly Gap[],
  context: Context,
): Plan {
  return compilePlan({
    facts,
    policy: context.policy,
    roster: context.roster,
    assignment: assignmentOf(task, round, context),
    gaps,
    requested: round?.plan?.requested,
    engineRun: context.engineRun,
  });
}

/** What a plan needs to know of the task. */
export function assignmentOf(task: Task, round: Round | null, { policy }: Context): Assignment {
  return {
    title: task.title,
    type: task.type ?? undefined,
    statedBy: task.statedBy ?? "author",
    askedType: round?.askedType ?? undefined,
    department: task.department ?? undefined,
    assignee: task.assignee,
    authors: task.authors,
    authorFamily: task.authorFamily ?? undefined,
    labels: task.labels,
    modeChoices: task.modeChoices,
    avoid: Object.entries(task.rejections).flatMap(([reviewer, count]) =>
      count >= policy.limits.reassignAfter ? [reviewer] : [],
    ),
  };
}

/** Submitting with DONE is the author's own review; it answers `self` and nothing else. */
function selfVerdict(task: Task, round: Round, plan: Plan): TaskEvent[] {
  const self = plan.requirements.find((requirement) => requirement.kind === "self");
  if (self === undefined || round.signal !== "DONE" || task.assignee === null) return [];
  const verdict = sealVerdict({
    id: `vrd_self${round.number}`,
    requirement: self.id,
    by: task.assignee,
    byKind: "agent",
    round: round.number,
    tree: round.content.tree,
    opinion: "approved",
    summary: "submitted with DONE",
    findings: [],
    costUsd: 0,
    sandboxed: false,
  });
  return [{ type: "verdict_recorded", verdict }];
}

/**
 * Verdicts of the round before that survive, because the question is the same and the content too: the same
 * tree, or the same change on another base after a merge failed.
 *
 * What they found stands again: the same bytes cannot have fixed it.
 */
function carried(
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
 * Which verdicts of a round count for the next one.
 *
 * An unchanged change keeps the approvals of people and agents after its merge failed; checks look at the
 * new tree. A policy that has every new tree reviewed keeps none.
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

/** Of a fixed length, however often a verdict is carried. */
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
