import type { RequirementStatus, RequirementView } from "../schemas/task-view.ts";

/**
 * The status of a requirement for readers: a requirement without any answer has no result, which is
 * not an objection.
 */
export type RequirementStanding = RequirementStatus | "no_result";

export function requirementStanding({
  status,
  who,
  verdicts,
  withoutResult,
}: Pick<RequirementView, "status" | "who" | "verdicts" | "withoutResult">): RequirementStanding {
  if (status === "later" || status === "satisfied" || verdicts.length > 0) return status;
  const isSilent = (name: string) => withoutResult.some(({ reviewer }) => reviewer === name);
  return who.length > 0 && who.every(isSilent) ? "no_result" : status;
}
