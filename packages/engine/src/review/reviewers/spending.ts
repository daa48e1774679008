import type { Policy, Reviewer, Task } from "@countersign/core";
import type { ReviewerUsage } from "../../ports/reviewer-runner.ts";

/** US dollars spent before a question. */
export type Spending = {
  /** All attempts of this review so far. */
  review: number;
  task: Pick<Task, "costUsd" | "budgetUsd">;
  /** The organisation's spending since midnight UTC. */
  today: number;
};

type Limits = Pick<Policy["limits"], "costUsdPerReview" | "costUsdPerTask" | "costUsdPerDay">;

export type Allowance =
  | { ok: true /** What the answer may cost. */; budgetUsd: number }
  | { ok: false; reason: string };

/**
 * Returns what one answer may cost now, or which cap forbids asking.
 *
 * Answers in progress are not counted yet, so their cost may exceed a cap. A person who raised the task's
 * budget has also decided about the daily cap.
 */
export function allowanceFor(
  { budgetUsd }: Pick<Reviewer, "budgetUsd">,
  { costUsdPerReview, costUsdPerTask, costUsdPerDay }: Limits,
  { review, task, today }: Spending,
): Allowance {
  const caps = [
    { cap: "one review", limit: costUsdPerReview, spent: review },
    { cap: "one task", limit: task.budgetUsd ?? costUsdPerTask, spent: task.costUsd + review },
    ...(task.budgetUsd === null
      ? [{ cap: "one day", limit: costUsdPerDay, spent: today + review }]
      : []),
  ];
  if (budgetUsd === 0) return { ok: true, budgetUsd };
  const reached = caps.find(({ limit, spent }) => spent >= limit);
  if (reached !== undefined) {
    const { cap, limit, spent } = reached;
    return {
      ok: false,
      reason: `The spending cap of ${cap} is reached: $${dollars(spent)} of $${dollars(limit)}.`,
    };
  }
  const left = Math.min(...caps.map(({ limit, spent }) => limit - spent));
  return { ok: true, budgetUsd: Math.min(budgetUsd ?? left, left) };
}

/** Returns the cost of an answer. An unknown cost counts as the whole budget. */
export function answerCost(usage: ReviewerUsage | null, budgetUsd: number): number {
  const known = usage?.costUsd ?? budgetUsd;
  return Number.isFinite(known) && known >= 0 ? known : budgetUsd;
}

function dollars(amount: number): string {
  return amount.toFixed(2);
}
