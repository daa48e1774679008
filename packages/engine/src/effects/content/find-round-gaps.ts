import {
  type Command,
  type Content,
  type Context,
  CountersignError,
  type Reviewer,
  type Task,
  transition,
} from "@countersign/core";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { askGaps, type GapAnswer } from "../../review/reviewers/ask-gaps.ts";
import { addGaps, type PlanRound, withGaps } from "../../review/rounds/with-gaps.ts";
import { spentToday } from "../../store/organisation/spent-today.ts";

type NoResult = Extract<Command, { type: "no_result" }>;

/** The command that plans a round with its gaps, and a missing result to record. */
export type PlannedWithGaps = { command: PlanRound; told: NoResult | null };

const MAX_WAIT_MS = 600_000;

/** Finds gaps by the fixed rules, and asks an agent if the policy names one. */
export async function findRoundGaps(
  scope: EngineScope,
  { task, context }: { task: Task; context: Context },
  content: Content,
  planned: PlanRound,
): Promise<PlannedWithGaps> {
  try {
    const command = withGaps(task, planned, context, (reviewer) =>
      canBeAsked(scope, context, reviewer),
    );
    const answer = await askAgent(scope, { task, content, command, context });
    if (answer === null) return { command, told: null };
    const { costUsd, gaps, missing } = answer;
    const added = addGaps(command, gaps);
    if (missing === null) return { command: { ...added, costUsd }, told: null };
    return { command: added, told: noResult(context, planned, content, { missing, costUsd }) };
  } catch (error) {
    if (error instanceof CountersignError) return { command: planned, told: null }; // the task has moved on
    throw error;
  }
}

/** Returns true if the engine can run the reviewer or it has a live reviewer connection. */
function canBeAsked(
  { runners }: EngineScope,
  { roster }: Context,
  { id, adapter }: Reviewer,
): boolean {
  const isOurs = adapter === "builtin" || adapter === "check" || runners[adapter] !== undefined;
  return isOurs || roster.some((entry) => entry.id === id);
}

type GapRequest = { task: Task; content: Content; command: PlanRound; context: Context };

async function askAgent(
  { mirror, read, runners, turns, scratch }: EngineScope,
  { task, content, command, context }: GapRequest,
): Promise<GapAnswer | null> {
  const { policy } = context;
  const reviewer = policy.reviewers.find(({ id }) => id === policy.gaps.reviewer);
  if (reviewer?.kind !== "agent" || task.authors.includes(reviewer.id)) return null;
  if (reviewer.adapter === "builtin" || reviewer.adapter === "check") return null;
  const runner = runners[reviewer.adapter];
  const plan = transition(task, command, context).task.round?.plan;
  if (runner === undefined || !plan) return null;
  const end = new AbortController(); // AbortSignal.any() can lose a timeout signal to garbage collection
  const timer = setTimeout(() => end.abort(), MAX_WAIT_MS);
  try {
    return await askGaps(
      { mirror: mirror, runner, turns, scratch },
      {
        policy,
        reviewer,
        task,
        content,
        facts: command.facts,
        plan,
        spentTodayUsd: await read((session) => spentToday(session)),
        signal: end.signal,
      },
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a missing result whose reason appears in the task's history. No requirement waits for it. */
function noResult(
  { policy }: Context,
  { round }: PlanRound,
  { tree }: Content,
  { missing, costUsd }: { missing: string; costUsd: number },
): NoResult {
  return {
    type: "no_result",
    of: "round",
    number: round,
    tree,
    requirement: "gaps",
    reviewer: policy.gaps.reviewer ?? "gaps",
    cause: "failed",
    reason: missing.slice(0, 2_000) || "It gave no reason.",
    costUsd,
  };
}
