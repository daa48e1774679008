import type { Severity } from "../../policy/words.ts";

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

/** The weights of the estimates below. The engine orders lists by the same ones in SQL. */
export const REVIEW_WEIGHTS = {
  /** The risk of a change that was not judged yet, and the highest risk. */
  unknownRisk: 5,
  maxRisk: 10,
  /** The expected loss of an open finding that reaches the target. A change of the highest risk counts 10. */
  findingLoss: { critical: 10, major: 4, warning: 0.5 },
  /** Opening a task takes time, even if its change is tiny. */
  minMinutes: 0.5,
  linesPerMinute: 60,
  minutesPerFile: 0.5,
  minutesPerFinding: 0.5,
} as const satisfies { findingLoss: Partial<Record<Severity, number>> } & Record<string, unknown>;

/**
 * Estimates the loss that one minute of review avoids.
 *
 * Risk counts twice, because it stands for the chance of a defect and for its harm. Each open finding adds a known
 * defect. Both are divided by the minutes that the review takes.
 */
export function lossPerMinute({ risk, findings, minutes }: RunFacts): number {
  const { unknownRisk, maxRisk, findingLoss, minMinutes } = REVIEW_WEIGHTS;
  const score = risk ?? unknownRisk;
  const found =
    findings.critical * findingLoss.critical +
    findings.major * findingLoss.major +
    findings.warning * findingLoss.warning;
  return ((score * score) / maxRisk + found) / Math.max(minMinutes, minutes);
}

type ChangeSize = { lines: number; files: number; findings: number };

/** Estimates the minutes that a person needs to read a change of this size. */
export function sizeMinutes({ lines, files, findings }: ChangeSize): number {
  const { linesPerMinute, minutesPerFile, minutesPerFinding } = REVIEW_WEIGHTS;
  return lines / linesPerMinute + files * minutesPerFile + findings * minutesPerFinding;
}
