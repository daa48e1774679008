import type { TaskView } from "@countersign/api";

const LINES_PER_MINUTE = 60;
const PER_FILE = 0.5;
const PER_FINDING = 0.5;

/** How long a person reads: the changed lines, half a minute a file and half a minute an open finding. */
export function readingMinutes({ round, findings }: TaskView): number {
  const change = round?.change;
  if (change === null || change === undefined) return 0;
  const lines = change.linesAdded + change.linesDeleted;
  const open = findings.filter(({ disposition }) => disposition.is === "open").length;
  return lines / LINES_PER_MINUTE + change.files * PER_FILE + open * PER_FINDING;
}
