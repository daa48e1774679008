import type { VerdictSet } from "../../decision/input.ts";
import type { Resolution } from "../../decision/resolution.ts";
import { ownEntry } from "../../kernel/own-entry.ts";
import type { ModeProposal } from "../../plan/schema.ts";
import type { Finding, Verdict } from "../../verdict/schema.ts";
import { verdictsDigest } from "../../verdict/seal-verdict.ts";
import type { TaskEvent } from "../model/events.ts";
import type { PlannedCheckup, Round, Task, Unanswered } from "../model/state.ts";

/** Helpers that apply events to a task. */

export function verdictSet(items: readonly Verdict[]): VerdictSet {
  return { items, digest: verdictsDigest(items) };
}

export const EMPTY: VerdictSet = verdictSet([]);

export function newRound(event: Extract<TaskEvent, { type: "submitted" }>): Round {
  return {
    number: event.round,
    content: event.content,
    signal: event.signal,
    summary: event.summary,
    askedType: event.askedType,
    facts: null,
    plan: null,
    verdicts: EMPTY,
    asked: {},
    noResult: [],
    clarified: false,
    overridden: false,
    resolutions: [],
    turns: [],
    sentBack: false,
    ...(event.baseTask !== undefined && { baseTask: event.baseTask }),
    ...(event.resultOf !== undefined && { resultOf: event.resultOf }),
    decision: null,
  };
}

export function withMergedBase(round: Round): Round {
  const { baseTask } = round;
  return baseTask === undefined ? round : { ...round, baseTask: { ...baseTask, isMerged: true } };
}

export function inRound(task: Task, change: (round: Round) => Round): Task {
  return task.round === null ? task : { ...task, round: change(task.round) };
}

export function inCheckup(
  task: Task,
  change: (planned: PlannedCheckup | null) => PlannedCheckup | null,
): Task {
  return task.checkup === null
    ? task
    : { ...task, checkup: { ...task.checkup, planned: change(task.checkup.planned) } };
}

/** Adds the sponsor of an agent. */
export function withSponsor(task: Task, sponsor: string | undefined): Task {
  return sponsor === undefined
    ? task
    : { ...task, sponsors: union(task.sponsors ?? [], [sponsor]) };
}

/** Replaces a reviewer's older answer to the same requirement. */
export function seated(verdicts: VerdictSet, verdict: Verdict): VerdictSet {
  const others = verdicts.items.filter(
    (known) => known.requirement !== verdict.requirement || known.by !== verdict.by,
  );
  return verdictSet([...others, verdict]);
}

/** Removes the verdicts on these requirements, so that they are asked again. */
export function emptied(verdicts: VerdictSet, requirements: readonly string[]): VerdictSet {
  return verdictSet(
    verdicts.items.filter((verdict) => !requirements.includes(verdict.requirement)),
  );
}

export function union<Item>(known: readonly Item[], more: readonly Item[]): Item[] {
  return [...new Set([...known, ...more])];
}

export function withUnanswered(round: Round, { requirement, actor, cause }: Unanswered): Round {
  const others = (round.unanswered ?? []).filter(
    (known) => known.requirement !== requirement || known.actor !== actor,
  );
  return { ...round, unanswered: [...others, { requirement, actor, cause }] };
}

export function countedUp(
  counts: Task["rejections"],
  names: readonly string[],
): Task["rejections"] {
  const more = names.map((name): [string, number] => [name, (ownEntry(counts, name) ?? 0) + 1]);
  return { ...counts, ...Object.fromEntries(more) };
}

/** Replaces findings by id and appends new ones. */
export function replaceFindings(task: Task, changed: readonly Finding[]): Finding[] {
  const byId = new Map(task.findings.map((finding) => [finding.id, finding]));
  for (const finding of changed) byId.set(finding.id, finding);
  return [...byId.values()];
}

/** Adds resolutions. A retry asks all reviewers again; a named reviewer is asked for its requirement. */
export function withResolutions(round: Round, resolutions: readonly Resolution[]): Round {
  const retry = resolutions.some((resolution) => resolution.do === "retry");
  const named = new Set(
    resolutions.flatMap((resolution) =>
      resolution.do === "name_reviewer" ? [resolution.requirement] : [],
    ),
  );
  const asked = Object.entries(round.asked).filter(
    ([requirement]) => !retry && !named.has(requirement),
  );
  return {
    ...round,
    resolutions: [...round.resolutions, ...resolutions],
    noResult: retry ? [] : round.noResult,
    asked: Object.fromEntries(asked),
  };
}

export function lastOf(
  resolutions: readonly Resolution[],
  value: (resolution: Resolution) => number | null,
): number | null {
  return resolutions.reduce<number | null>((last, resolution) => value(resolution) ?? last, null);
}

/**
 * Sends work back to its author. Failed merges that cost no attempt are counted separately, except for a changed
 * base.
 */
export function withBounce(
  task: Task,
  { cause, charged }: Extract<TaskEvent, { type: "rework_requested" }>,
): Task {
  const isMerge = cause === "merge" && charged !== undefined;
  const isBounced = isMerge || cause === "base";
  const sent = inRound(cause === "person" ? withoutBounces(task) : task, (round) => ({
    ...round,
    sentBack: true,
    ...(isBounced && { bounced: true }),
  }));
  return isMerge && charged === false ? { ...sent, bounces: (sent.bounces ?? 0) + 1 } : sent;
}

/** Resets the count of failed merges after a person's decision. */
export function withoutBounces({ bounces: _, ...task }: Task): Task {
  return task;
}

/** Returns how often the merge was tried. */
export function mergeTries({ phase }: Task): number {
  return phase.is === "approved" || phase.is === "merging" ? phase.tries : 0;
}

/** Moves the turn. In a review the round records to whom. */
export function withTurn(task: Task, to: string, deadlineMs: number): Task {
  const { phase } = task;
  if (phase.is === "held") return { ...task, phase: { ...phase, inTurn: to, deadlineMs } };
  if (phase.is !== "reviewing") return task;
  const moved = inRound(task, (round) => ({ ...round, turns: union(round.turns, [to]) }));
  return { ...moved, phase: { ...phase, person: to, deadlineMs } };
}

/** Returns true if a proposal replaces an earlier one. An author's request for scrutiny cannot be withdrawn. */
export function replaces(proposal: ModeProposal, known: ModeProposal): boolean {
  return known.by === proposal.by && (known.by !== "author" || known.mode === proposal.mode);
}
