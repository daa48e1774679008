import { sizeMinutes, type TaskLine } from "@countersign/api";

/** A list row with the minutes that its review takes. */
export type FactLine = TaskLine & { minutes: number };

export function toFactLine(line: TaskLine): FactLine {
  const { linesAdded, linesDeleted, files, findings } = line;
  const open = findings.critical + findings.major + findings.warning + findings.info;
  const lines = (linesAdded ?? 0) + (linesDeleted ?? 0);
  return { ...line, minutes: files === null ? 0 : sizeMinutes({ lines, files, findings: open }) };
}
