import type { TaskLine } from "@countersign/api";
import { countText } from "../text/wording.ts";

/** What the order of a review run depends on. Null: not known yet. */
export type RunFacts = {
  readonly risk: number | null;
  readonly findings: {
    readonly critical: number;
    readonly major: number;
    readonly warning: number;
  };
  /** Estimated minutes to read the change. */
  readonly minutes: number;
};

/** The risk of a change that was not judged yet. */
const UNKNOWN_RISK = 5;
const MAX_RISK = 10;
/** Opening a task takes time, even if its change is tiny. */
const MIN_MINUTES = 0.5;
/** The expected loss of an open finding that reaches the target. A change of the highest risk counts 10. */
const FINDING_LOSS = { critical: 10, major: 4, warning: 0.5 } as const;

/**
 * Estimates the loss that one minute of review avoids.
 *
 * Risk counts twice, because it stands for the chance of a defect and for its harm. Each open finding adds a known
 * defect. Both are divided by the minutes that the review takes.
 */
export function lossPerMinute({ risk, findings, minutes }: RunFacts): number {
  const score = risk ?? UNKNOWN_RISK;
  const found =
    findings.critical * FINDING_LOSS.critical +
    findings.major * FINDING_LOSS.major +
    findings.warning * FINDING_LOSS.warning;
  return ((score * score) / MAX_RISK + found) / Math.max(MIN_MINUTES, minutes);
}

type RunLine = Pick<TaskLine, "task" | "updatedMs"> & RunFacts;

/** Sorts the tasks of a run: the one whose review avoids the most loss per minute first, then the oldest. */
export function sortForRun<Line extends RunLine>(lines: readonly Line[]): Line[] {
  const values = new Map(lines.map((line) => [line.task, lossPerMinute(line)]));
  const lossOf = ({ task }: Line): number => values.get(task) ?? 0;
  return lines.toSorted(
    (one, other) =>
      lossOf(other) - lossOf(one) ||
      one.updatedMs - other.updatedMs ||
      one.task.localeCompare(other.task),
  );
}

/** Explains the place of a task in the run: `risk 7/10, 1 major finding, about 4 min`. */
export function runReason({ risk, findings, minutes }: RunFacts): string {
  const found = (["critical", "major", "warning"] as const)
    .filter((severity) => findings[severity] > 0)
    .map((severity) => countText(findings[severity], `${severity} finding`));
  const judged = risk === null ? "risk not known yet" : `risk ${risk}/${MAX_RISK}`;
  return [judged, ...found, minutesText(minutes)].join(", ");
}

/** Formats reading time in whole minutes: `about 4 min`. */
export function minutesText(minutes: number): string {
  return minutes < 1 ? "under 1 min" : `about ${Math.round(minutes)} min`;
}
