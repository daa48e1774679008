import { digestOf } from "../kernel/digest.ts";
import type { Counts, Disposition, Finding, Report } from "./schema.ts";
import { compareSeverity } from "./severity.ts";

/** Collects the findings of a round into one report, worst first, in a fixed order. */
export function aggregate(findings: readonly Finding[], round: number): Report {
  const raised = findings
    .filter((finding) => finding.rounds.includes(round))
    .sort(
      (a, b) =>
        compareSeverity(a.severity, b.severity) ||
        Number(isCounted(b)) - Number(isCounted(a)) ||
        compareText(a.file ?? "", b.file ?? "") ||
        (a.line ?? 0) - (b.line ?? 0) ||
        numberOf(a) - numberOf(b),
    );
  const counts = countFindings(raised);
  return { findings: raised, counts, digest: digestOf({ findings: raised, counts }) };
}

/** Only open and disputed findings count against the change. */
export function isCounted(finding: { disposition: Pick<Disposition, "is"> }): boolean {
  return finding.disposition.is === "open" || finding.disposition.is === "disputed";
}

export function countFindings(
  findings: readonly (Pick<Finding, "severity"> & { disposition: Pick<Disposition, "is"> })[],
): Counts {
  const counts = { critical: 0, major: 0, warning: 0, info: 0 };
  for (const finding of findings) if (isCounted(finding)) counts[finding.severity] += 1;
  return counts;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function numberOf(finding: Finding): number {
  return Number(finding.id.slice("F-".length));
}
