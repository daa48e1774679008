import { sortForRun } from "@countersign/review";
import type { FactLine } from "../../data/line-facts.ts";

/** The orders of the inbox, each with what it means. */
export const INBOX_ORDERS = {
  risk: "Risk: the worst gate first, then the highest risk, then the longest wait.",
  run: "Review run: first the task where one minute of review avoids the most expected loss (risk and open findings, divided by reading time).",
  oldest: "Oldest: the longest wait first.",
  smallest: "Smallest: the shortest reading time first.",
} as const;
export type ListOrder = keyof typeof INBOX_ORDERS;
export const ORDER_NAMES = Object.keys(INBOX_ORDERS) as ListOrder[];

const GATES: readonly (string | null)[] = [
  "fail",
  "needs_fixes",
  "pass_with_warnings",
  "pass",
  null,
];

/** Sorts the tasks of a section. */
export function sortLines(lines: readonly FactLine[], order: ListOrder): FactLine[] {
  if (order === "run") return sortForRun(lines);
  return lines.toSorted(COMPARE[order]);
}

type Compare = (one: FactLine, other: FactLine) => number;

const byAge: Compare = (one, other) => waitingSince(one) - waitingSince(other);

const COMPARE: Readonly<Record<Exclude<ListOrder, "run">, Compare>> = {
  oldest: byAge,
  smallest: (one, other) => one.minutes - other.minutes || byAge(one, other),
  risk: (one, other) =>
    GATES.indexOf(one.gate) - GATES.indexOf(other.gate) ||
    (other.risk ?? 0) - (one.risk ?? 0) ||
    byAge(one, other),
};

/** Returns since when a task waits; tasks of older engines count from their last change. */
export function waitingSince({ waitingSinceMs, updatedMs }: FactLine): number {
  return waitingSinceMs ?? updatedMs;
}
