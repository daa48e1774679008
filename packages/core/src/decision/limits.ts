import type { Effect } from "../policy/words.ts";
import type { Finding } from "../verdict/schema.ts";
import type { DecisionInput } from "./input.ts";
import type { Reason } from "./schema.ts";

/**
 * Applies the limits table, which turns an automatic effect into an escalation. It never applies to a person's
 * decisions.
 */
export function limitReasons(
  effect: Effect,
  input: DecisionInput,
  { pending, standing }: { pending: boolean; standing: readonly Finding[] },
): Reason[] {
  const { tables } = input.policy;
  const spends = effect === "rework" || effect === "clarify" || (effect === "wait" && pending);
  return [
    ...(tables.limits.attempts && effect === "rework" ? attempts(input) : []),
    ...(tables.limits.cost && spends ? cost(input) : []),
    ...(tables.limits.stalled && effect === "rework" && !input.task.granted
      ? stalled(input, standing)
      : []),
  ];
}

function attempts({ task }: DecisionInput): Reason[] {
  if (task.attempt < task.attemptLimit) return [];
  return [limit("limit_attempts", { attempt: task.attempt, limit: task.attemptLimit })];
}

function cost({ task }: DecisionInput): Reason[] {
  if (task.costUsd <= task.budgetUsd) return [];
  return [limit("limit_cost", { costUsd: task.costUsd, budgetUsd: task.budgetUsd })];
}

function stalled({ round, policy }: DecisionInput, standing: readonly Finding[]): Reason[] {
  const span = policy.limits.stallRounds;
  const stuck = standing.filter((finding) =>
    lastRounds(round.number, span).every((number) => finding.rounds.includes(number)),
  );
  if (stuck.length === 0) return [];
  return [limit("limit_stalled", { findings: stuck.map((finding) => finding.id), rounds: span })];
}

/**
 * Returns the numbers of the last rounds. With fewer rounds than the span, it includes a number that does not
 * exist, so nothing is stalled.
 */
function lastRounds(current: number, span: number): number[] {
  return Array.from({ length: span }, (_, back) => current - back);
}

function limit(row: Reason["row"], inputs: Reason["inputs"]): Reason {
  return { table: "limits", row, effect: "escalate", requirement: null, inputs };
}
