import type {
  MachineStep,
  RequirementStatus,
  RequirementView,
  RoundView,
  TaskView,
} from "@countersign/api";
import {
  batchObstacles,
  type Decision,
  type LogEntry,
  type Phase,
  type Requirement,
  type Round,
  seatKey,
  type Task,
  turnOf,
} from "@countersign/core";

type ViewOptions = {
  /** The number of attempts, from the task's own grant or from the policy. */
  attemptLimit: number;
  /** What machines do for the task now. */
  atWork?: readonly MachineStep[];
  /** The log of the task, needed for the reasons of machines without a result. */
  log?: readonly LogEntry[];
};

/** Checks whether the view of a task needs its log. */
export function needsLog({ round }: Task): boolean {
  return (round?.unanswered ?? []).length > 0 || (round?.noResult ?? []).length > 0;
}

/** Converts a task to its public view. Internal data of the log is left out. */
export function viewTask(
  task: Task,
  { attemptLimit, atWork = [], log = [] }: ViewOptions,
): TaskView {
  const reasons = noResultReasons(log);
  const { phase, round, checkup, grace } = task;
  return {
    id: task.id,
    seq: task.seq,
    title: task.title,
    repo: task.repo,
    state: phase.is,
    turn: turnOf(task),
    deadlineMs: deadlineOf(phase),
    type: task.type,
    department: task.department,
    priority: task.priority,
    labels: [...task.labels],
    assignee: task.assignee,
    authors: [...task.authors],
    sponsor: task.sponsor,
    sponsors: [...(task.sponsors ?? [])],
    location: task.location ?? null,
    origin: task.origin ?? null,
    description: task.description ?? null,
    acceptance: [...(task.acceptance ?? [])],
    attempt: task.attempt,
    attemptLimit,
    costUsd: task.costUsd,
    budgetUsd: task.budgetUsd,
    gate: round?.decision?.gate ?? null,
    round: round && viewRound(round, reasons),
    checkup: checkup && { number: checkup.number, trigger: checkup.trigger },
    hold: phase.is === "held" ? viewHold(phase) : null,
    mergeWaits: viewMergeWait(phase),
    grace: grace && { by: grace.by, act: grace.act, untilMs: grace.untilMs },
    rejectReason: phase.is === "rejected" ? phase.reason : null,
    findings: [...task.findings],
    feedback: [...task.feedback],
    issues: task.issues.map(viewIssue),
    flags: [...task.flags],
    batchObstacles: batchObstacles(task),
    atWork: [...atWork],
  };
}

function viewIssue({ round, row, by, finding }: Task["issues"][number]) {
  const about = { round, row, by: [...by] };
  if (finding === undefined) return { ...about, finding: null };
  const { severity, file = null, line = null, message } = finding;
  return { ...about, finding: { severity, file, line, message } };
}

function deadlineOf(phase: Phase): number | null {
  if ("deadlineMs" in phase) return phase.deadlineMs;
  if ("leaseUntilMs" in phase) return phase.leaseUntilMs;
  return phase.is === "approved" && phase.waits === undefined ? phase.retryAtMs : null;
}

function viewMergeWait(phase: Phase): TaskView["mergeWaits"] {
  if (phase.is !== "approved" || phase.waits === undefined) return null;
  const { path, files, detail } = phase.waits;
  return { path, files: [...files], detail };
}

function viewHold(phase: Extract<Phase, { is: "held" }>): TaskView["hold"] {
  const { kind, reasons, line, inTurn, question, offer } = phase;
  return {
    kind,
    reasons: [...reasons],
    line: [...line],
    inTurn,
    question,
    offered: offer !== null,
    offeredTree: offer?.content.tree ?? null,
  };
}

function viewRound(round: Round, reasons: Reasons): RoundView {
  const { number, content, signal, summary, decision, clarified, overridden } = round;
  return {
    number,
    content,
    baseTask: viewBaseTask(round),
    signal,
    summary,
    change: viewChange(round),
    plan: viewPlan(round),
    requirements: (round.plan?.requirements ?? []).map((requirement) =>
      viewRequirement(requirement, round, reasons),
    ),
    noResult: [...round.noResult],
    clarified,
    overridden,
    decision,
  };
}

function viewBaseTask({ baseTask }: Round): RoundView["baseTask"] {
  if (baseTask === undefined) return null;
  const { task, round, isMerged = false } = baseTask;
  return { task, round, isMerged };
}

/** Describes how a change affects the policy, if it edits policy files or changes their effect. */
function viewPolicyChange({ facts, plan }: Round): NonNullable<RoundView["change"]>["policy"] {
  const change = facts?.policyChange;
  if (change === undefined) return null;
  const { effect, problem, loosened } = change;
  if (effect !== "unreadable" && loosened === undefined) return null;
  const isGuarded = (plan?.requirements ?? []).some(({ because }) =>
    because.some(({ entry }) => entry === "policy"),
  );
  return effect === "none" && !isGuarded ? null : { effect, problem, loosened: loosened ?? [] };
}

function viewChange(round: Round): RoundView["change"] {
  const { facts } = round;
  return (
    facts && {
      files: facts.files.length,
      linesAdded: facts.linesAdded,
      linesDeleted: facts.linesDeleted,
      unshown: facts.unshown,
      weakenedTests: facts.weakenedTests,
      policy: viewPolicyChange(round),
    }
  );
}

function viewPlan({ plan }: Round): RoundView["plan"] {
  if (plan === null) return null;
  const { type, risk, scope, domains, protectedPaths } = plan.classification;
  const { mode, chain, notes } = plan;
  const skipped = plan.skipped.map(({ layer, reason, detail = null }) => ({
    layer,
    reason,
    detail,
  }));
  const { dropped = [] } = plan;
  const shown = { type, mode: mode.mode, risk, scope, domains, chain, protectedPaths, notes };
  return { ...shown, skipped, dropped };
}

function viewRequirement(
  requirement: Requirement,
  round: Round,
  reasons: Reasons,
): RequirementView {
  const { verdicts } = round;
  const { id, stage, kind, who, human, quorum, layers, because } = requirement;
  return {
    id,
    stage,
    kind,
    who,
    human,
    quorum,
    layers,
    because,
    status: statusOf(requirement, round.decision),
    verdicts: verdicts.items
      .filter((verdict) => verdict.requirement === id)
      .map(({ id: verdict, by, byKind, opinion, summary, findings, costUsd, sandboxed }) => ({
        id: verdict,
        by,
        byKind,
        opinion,
        summary,
        findings,
        costUsd,
        sandboxed,
      })),
    withoutResult: withoutResult(requirement, round, reasons),
  };
}

/** Read from the decision, never decided again. */
function statusOf({ id, stage }: Requirement, decision: Decision | null): RequirementStatus {
  if (decision === null || decision.stage === null) return "waiting";
  if (stage !== decision.stage) return stage > decision.stage ? "later" : "satisfied";
  if (decision.outstanding.includes(id)) return "waiting";
  const objected = decision.reasons.some(
    ({ requirement, effect }) =>
      requirement === id && effect !== null && effect !== "advance" && effect !== "flag",
  );
  return objected ? "objected" : "satisfied";
}

/** Why a seat has no result, by seat name. */
type Reasons = ReadonlyMap<string, string>;

/** Collects the last reason of each machine in the current round. */
function noResultReasons(log: readonly LogEntry[]): Reasons {
  const begin = log.findLastIndex(({ event }) => event.type === "submitted");
  return new Map(
    log
      .slice(begin + 1)
      .flatMap(({ event }) =>
        event.type === "no_result" ? [[seatKey(event), event.reason] as const] : [],
      ),
  );
}

/** Lists the reviewers that were asked and gave no answer, with the known reason. */
function withoutResult(
  { id, who }: Requirement,
  { noResult, unanswered = [] }: Round,
  reasons: Reasons,
): RequirementView["withoutResult"] {
  return who.flatMap((reviewer) => {
    const seat = seatKey({ requirement: id, actor: reviewer });
    const isSilent = unanswered.some(
      (entry) => entry.requirement === id && entry.actor === reviewer,
    );
    if (!isSilent && !noResult.includes(seat)) return [];
    return [{ reviewer, reason: reasons.get(seat) ?? "It did not answer." }];
  });
}
