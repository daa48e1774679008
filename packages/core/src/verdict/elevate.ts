import type { Elevation } from "../policy/schema-review.ts";
import type { RawFinding } from "./schema.ts";
import { compareSeverity, isAtLeast, worse } from "./severity.ts";

/**
 * Raises the worst finding of an audit once enough of its dimensions have failed.
 *
 * A dimension is a category. It fails with any finding at least as severe as a failed dimension. Order and length
 * stay, and the function is idempotent.
 */
export function elevate(findings: readonly RawFinding[], elevation: Elevation): RawFinding[] {
  const failed = new Set(
    findings
      .filter(({ severity }) => isAtLeast(severity, elevation.fail))
      .map(({ category }) => category),
  );
  const [worst] = findings.toSorted((a, b) => compareSeverity(a.severity, b.severity));
  if (worst === undefined || failed.size < elevation.failuresToRaise) return [...findings];

  return findings.map((finding) =>
    finding === worst
      ? { ...finding, severity: worse(finding.severity, elevation.raiseTo) }
      : finding,
  );
}
