import type { Policy, Reviewer } from "@countersign/core";
import type { ReviewerRunner, ReviewerRunners } from "../ports/reviewer-runner.ts";

/** How the engine runs a reviewer of the registry itself: an agent, or a service that checks; null: it cannot. */
export function findRunner(reviewer: Reviewer, runners: ReviewerRunners): ReviewerRunner | null {
  const { adapter, kind } = reviewer;
  if (adapter === "builtin" || adapter === "check") return null;
  if (kind !== "agent" && adapter !== "http") return null;
  return Object.hasOwn(runners, adapter) ? (runners[adapter] ?? null) : null;
}

/** The reviewers of a policy that the engine runs itself. Nobody else answers in their name. */
export function engineRunNames(
  { reviewers }: Pick<Policy, "reviewers">,
  runners: ReviewerRunners,
): string[] {
  return reviewers
    .filter((reviewer) => findRunner(reviewer, runners) !== null)
    .map(({ id }) => id)
    .toSorted();
}
