import { oneLine, redactSecrets } from "@countersign/core";
import type { CheckFinding } from "../findings/check-result.ts";
import type { ViewedLine } from "./view-change.ts";

const MAX_QUOTED = 300;

/** A rule that a deterministic reviewer checks. The policy's severity overrides the default. */
export type CheckedRule = {
  id: string;
  severity: CheckFinding["severity"];
  recommendation: string;
};

/** Creates a finding about a file, with the line if there is one. */
export function ruleFinding(
  rule: CheckedRule,
  category: string,
  place: { file?: string; line?: ViewedLine | undefined },
  message: string,
): CheckFinding {
  const { file, line } = place;
  return {
    severity: rule.severity,
    category,
    ruleId: rule.id,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined
      ? {}
      : { line: line.number, quote: oneLine(redactSecrets(line.text), MAX_QUOTED) }),
    message,
    recommendation: rule.recommendation,
  };
}
