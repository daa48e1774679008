import { countFindings, isCounted } from "../verdict/aggregate.ts";
import type { Counts, Finding } from "../verdict/schema.ts";
import type { Gate } from "./schema.ts";
import type { Weighed } from "./trust.ts";

/** Returns the gate for counts by severity. The first match wins. */
export function gateOf(counts: Counts): Exclude<Gate, "pending"> {
  if (counts.critical > 0) return "fail";
  if (counts.major > 0) return "needs_fixes";
  if (counts.warning > 0) return "pass_with_warnings";
  return "pass";
}

/** The findings that count against the change, and their number by severity. */
export type Standing = { findings: readonly Finding[]; counts: Counts };

/**
 * Selects the findings that count against the change: open or disputed, raised by a reviewer that counts.
 *
 * `severity` counts only reviewers judged by that table. A reviewer whose only verdicts were set aside does not count.
 */
export function standingFindings(
  findings: readonly Finding[],
  weighed: readonly Weighed[],
  whose: "all" | "severity",
): Standing {
  const silenced = silencedReviewers(weighed);
  const judges = whose === "severity" ? severityReviewers(weighed) : null;
  const isHeard = (by: string) => !silenced.has(by) && (judges === null || judges.has(by));
  const hearsAll = silenced.size === 0 && judges === null;
  const standing = findings.filter(
    (finding) => isCounted(finding) && (hearsAll || finding.raisedBy.some(isHeard)),
  );
  return { findings: standing, counts: countFindings(standing) };
}

function silencedReviewers(weighed: readonly Weighed[]): Set<string> {
  const silenced = new Set<string>();
  for (const { setAside } of weighed) for (const { by } of setAside) silenced.add(by);
  for (const { answers } of weighed) for (const { by } of answers) silenced.delete(by);
  return silenced;
}

function severityReviewers(weighed: readonly Weighed[]): Set<string> {
  return new Set(
    weighed.flatMap(({ requirement, asked }) => (requirement.table === "severity" ? asked : [])),
  );
}
