import { protectedPaths } from "@countersign/core";
import type { CheckFinding } from "../run-check.ts";
import { type CheckedRule, ruleFinding } from "./rule-finding.ts";
import type { ChangeView } from "./view-change.ts";

const RULE: CheckedRule = {
  id: "pp-touched-01",
  severity: "warning",
  recommendation: "Make sure that this is what the task asks for; the owner will be asked.",
};

/** Names the protected paths that a change touches. The plan asks the owner about them in any case. */
export function checkProtectedPaths({ facts, policy }: ChangeView): CheckFinding[] {
  return protectedPaths(facts, policy.trust.protected).map((path) => {
    const [file = path, key] = path.split("#");
    const message = `A protected ${key === undefined ? "path" : `key, ${key},`} changes.`;
    return ruleFinding(RULE, "protected-paths", { file }, message);
  });
}
