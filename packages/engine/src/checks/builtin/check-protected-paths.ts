import { guardedChanges } from "@countersign/core";
import type { CheckFinding } from "../run-check.ts";
import { type CheckedRule, ruleFinding } from "./rule-finding.ts";
import type { ChangeView } from "./view-change.ts";

const RULE: CheckedRule = {
  id: "pp-touched-01",
  severity: "warning",
  recommendation: "Make sure that this is what the task asks for; the owner will be asked.",
};

/** Names the guarded paths that a change touches. The plan asks the owner about them in any case. */
export function checkProtectedPaths({ facts, policy }: ChangeView): CheckFinding[] {
  return guardedChanges(facts, policy).flatMap(({ path, because }) => {
    if (path === null) return [];
    const [file = path, key] = path.split("#");
    const message =
      because.entry === "policy"
        ? "A file of the policy changes."
        : `A protected ${key === undefined ? "path" : `key, ${key},`} changes.`;
    return [ruleFinding(RULE, "protected-paths", { file }, message)];
  });
}
