import { loosenedText } from "@countersign/core";
import type { RoundView } from "../schemas/task-view.ts";

type PolicyChange = NonNullable<RoundView["change"]>["policy"];

/** Describes how a change affects the policy: one line, plus one for each loosened key. */
export function policyChangeLines(policy: PolicyChange): string[] {
  if (policy === null) return [];
  const { effect, problem, loosened } = policy;
  if (effect === "unreadable") return [`The policy cannot be read after this change: ${problem}`];
  if (loosened.length === 0) return ["Edits the policy; no key loosened."];
  const keys = loosened.length === 1 ? "1 key" : `${loosened.length} keys`;
  return [`Loosens ${keys} of the policy:`, ...loosened.map((key) => `  ${loosenedText(key)}`)];
}
