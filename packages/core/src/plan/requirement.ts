import { digestOf } from "../kernel/digest.ts";
import type { Policy } from "../policy/policy.ts";
import { durationMs } from "../policy/words.ts";
import type { Requirement } from "./schema.ts";

/** A requirement without a position in the plan. */
export type RequirementDraft = Omit<Requirement, "stage" | "digest">;

export type Terms = Pick<Requirement, "timeoutMs" | "retries" | "budgetUsd">;

/** Gives a requirement its stage and its digest, which excludes its stage and its reasons. */
export function seal({ because, ...question }: RequirementDraft, stage: number): Requirement {
  return { ...question, stage, because, digest: digestOf(question) };
}

/** Removes stage and digest again. */
export function unseal({
  stage: _stage,
  digest: _digest,
  ...draft
}: Requirement): RequirementDraft {
  return draft;
}

/** Returns a person's terms. After the last reminder the turn moves on and nothing is decided. */
export function personTerms({ reminders }: Policy["limits"]): Terms {
  return { timeoutMs: durationMs(reminders.at(-1) ?? "24h"), retries: 0, budgetUsd: null };
}

/** Returns the terms of an agent on a layer, or of one that the registry does not know: one deadline. */
export function agentTerms({ machineDeadline, costUsdPerReview }: Policy["limits"]): Terms {
  return { timeoutMs: durationMs(machineDeadline), retries: 0, budgetUsd: costUsdPerReview };
}
