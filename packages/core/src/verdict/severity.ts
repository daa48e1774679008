import type { Elevation, Rule } from "../policy/schema-review.ts";
import { Severity } from "../policy/words.ts";

/** Severity words of other tools, with their meaning here. */
const ALIASES: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ["critical", "critical"],
  ["major", "major"],
  ["warning", "warning"],
  ["info", "info"],
  ["high", "major"],
  ["medium", "warning"],
  ["low", "info"],
  // SARIF and rdjson share `error` and `warning`; `note` is SARIF's mildest.
  ["error", "critical"],
  ["note", "info"],
  // ESLint counts: 2 is an error, 1 a warning.
  ["2", "critical"],
  ["1", "warning"],
]);

/**
 * Parses a severity word in any known spelling. Null for any other word.
 *
 * `fail`, `warn` and `pass` are words of an audit, known only if the reviewer's registry entry maps them.
 */
export function readSeverity(
  word: string | number,
  elevation: Elevation | null,
): Severity | "pass" | null {
  const lower = String(word).trim().toLowerCase();
  if (elevation !== null) {
    if (lower === "fail") return elevation.fail;
    if (lower === "warn") return elevation.warn;
    if (lower === "pass") return "pass";
  }
  return ALIASES.get(lower) ?? null;
}

/**
 * Returns the effective severity.
 *
 * A rule's severity is a minimum that a reviewer may raise, never lower. Without a rule the reviewer's cap
 * applies.
 */
export function effectiveSeverity(
  raw: Severity,
  rule: Pick<Rule, "severity"> | undefined,
  maxSeverity: Severity,
): Severity {
  if (rule) return worse(raw, rule.severity);
  return isAtLeast(raw, maxSeverity) ? maxSeverity : raw;
}

export function worse(a: Severity, b: Severity): Severity {
  return isAtLeast(a, b) ? a : b;
}

export function isAtLeast(severity: Severity, floor: Severity): boolean {
  return compareSeverity(severity, floor) <= 0;
}

/** Sorts the worst first. */
export function compareSeverity(a: Severity, b: Severity): number {
  return Severity.options.indexOf(a) - Severity.options.indexOf(b);
}
