import type { Policy, Reviewer } from "@countersign/core";
import type { ReviewerRunner, ReviewerRunners } from "../ports/reviewer-runner.ts";

/**
 * Finds the runner with which the engine runs a registered reviewer: an agent or a checking service. Null if
 * it cannot run it.
 */
export function findRunner(reviewer: Reviewer, runners: ReviewerRunners): ReviewerRunner | null {
  const { adapter, kind } = reviewer;
  if (adapter === "builtin" || adapter === "check") return null;
  if (kind !== "agent" && adapter !== "http") return null;
  return Object.hasOwn(runners, adapter) ? (runners[adapter] ?? null) : null;
}

/** Lists the reviewers of a policy that the engine runs itself. No other actor may answer for them. */
export function engineRunNames(
  { reviewers }: Pick<Policy, "reviewers">,
  runners: ReviewerRunners,
): string[] {
  return reviewers
    .filter((reviewer) => findRunner(reviewer, runners) !== null)
    .map(({ id }) => id)
    .toSorted();
}
