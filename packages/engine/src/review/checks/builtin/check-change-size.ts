import type { CheckFinding } from "../findings/check-result.ts";
import { type CheckedRule, ruleFinding } from "./rule-finding.ts";
import type { ChangeView } from "./view-change.ts";

const RULE: CheckedRule = {
  id: "sz-size-01",
  severity: "warning",
  recommendation: "Split it into changes that can be understood one by one.",
};

/** Says when a change is larger than the last step of `risk.lines` or `risk.files`. Generated files do not count. */
export function checkChangeSize({ facts, policy }: ChangeView): CheckFinding[] {
  const written = facts.files.filter(({ generated }) => !generated);
  const lines = written.reduce((sum, { added, deleted }) => sum + added + deleted, 0);
  const sizes = [
    { what: "lines", is: lines, most: policy.risk.lines.at(-1)?.[0] },
    { what: "files", is: written.length, most: policy.risk.files.at(-1)?.[0] },
  ];
  return sizes.flatMap(({ what, is, most }) => {
    if (most === undefined || is <= most) return [];
    const message = `The change has ${is} ${what}; above ${most} it cannot be reviewed with care.`;
    return [ruleFinding(RULE, "change-size", {}, message)];
  });
}
