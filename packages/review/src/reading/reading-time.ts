import type { TaskView } from "@countersign/api";

const LINES_PER_MINUTE = 60;
const MINUTES_PER_FILE = 0.5;
const MINUTES_PER_FINDING = 0.5;

/** Estimates the minutes that a person needs to read a change and its open findings. */
export function readingMinutes({ round, findings }: TaskView): number {
  const change = round?.change;
  if (change === null || change === undefined) return 0;
  const lines = change.linesAdded + change.linesDeleted;
  const open = findings.filter(({ disposition }) => disposition.is === "open").length;
  return lines / LINES_PER_MINUTE + change.files * MINUTES_PER_FILE + open * MINUTES_PER_FINDING;
}
