import { lossPerMinute, type RunFacts, type TaskLine } from "@countersign/api";
import { countText } from "../text/wording.ts";

/** The highest risk. */
const MAX_RISK = 10;

type RunLine = Pick<TaskLine, "task" | "updatedMs"> & RunFacts;

/** Sorts the tasks of a run: the one whose review avoids the most loss per minute first, then the oldest. */
export function sortForRun<Line extends RunLine>(lines: readonly Line[]): Line[] {
  const values = new Map(lines.map((line) => [line.task, lossPerMinute(line)]));
  const lossOf = ({ task }: Line): number => values.get(task) ?? 0;
  return lines.toSorted(
    (one, other) =>
      lossOf(other) - lossOf(one) ||
      one.updatedMs - other.updatedMs ||
      (one.task < other.task ? -1 : 1),
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
