import { type Facts, guardedChanges, loosenedText } from "@countersign/core";
import type { CheckFinding } from "../findings/check-result.ts";
import type { BuiltinCheckPolicy } from "./view-change.ts";

const CATEGORY = "policy";
const MAX_MESSAGE = 2_000;

/** Reports policy changes. An unreadable policy blocks; loosened keys are listed for the owner. */
export function policyFindings(facts: Facts | null, policy: BuiltinCheckPolicy): CheckFinding[] {
  if (facts?.policyChange === undefined) return [];
  const { effect, problem, loosened = [] } = facts.policyChange;
  const [file] = guardedChanges(facts, policy).flatMap(({ path, because }) =>
    because.entry === CATEGORY ? (path ?? []) : [],
  );
  const place = file === undefined ? {} : { file };
  if (effect === "unreadable") {
    const message = `After this change the policy cannot be read: ${problem}`;
    return [
      {
        severity: "critical",
        category: CATEGORY,
        ...place,
        message: message.slice(0, MAX_MESSAGE),
        recommendation: "Correct the policy. Every key and its values: countersign config schema",
      },
    ];
  }
  return loosened.map((key) => ({
    severity: "warning",
    category: CATEGORY,
    ...place,
    message: `This change loosens the policy. ${loosenedText(key)}`,
    recommendation: "Make sure that the task asks for this. The owner decides about it.",
  }));
}
