import { oneLine, redactSecrets } from "@countersign/core";
import type { CheckFinding } from "../findings/check-result.ts";
import type { ViewedLine } from "./view-change.ts";

const MAX_QUOTED = 300;

/** A rule that a deterministic reviewer checks; the policy's severity counts where it has the rule. */
export type CheckedRule = {
  id: string;
  severity: CheckFinding["severity"];
  recommendation: string;
};

/** A finding about a file, and about a line of it where there is one. */
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
