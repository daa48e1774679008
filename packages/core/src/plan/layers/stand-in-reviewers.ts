import type { Policy } from "../../policy/policy.ts";
import { isKnownAgent, isOtherFamily } from "../eligible.ts";
import type { Assignment, RosterEntry } from "../schema.ts";
import { mayReview } from "./choose-peers.ts";

/**
 * Lists the agent reviewers that the engine can run and that may stand in for a peer: known to be of another
 * model family than the author.
 *
 * Those to avoid come last, then those that the plan asks already; otherwise the registry's order counts.
 */
export function standInReviewers(
  assignment: Assignment,
  policy: Policy,
  roster: readonly RosterEntry[],
  alreadyAsked: readonly string[],
): string[] {
  const last = (id: string): number =>
    2 * Number(assignment.avoid.includes(id)) + Number(alreadyAsked.includes(id));
  const order = policy.reviewers.map(({ id }) => id);
  return roster
    .filter(({ reachedBy }) => reachedBy === "engine")
    .filter(({ id, modelFamily }) => {
      return isKnownAgent(id, roster) && isOtherFamily(modelFamily, assignment.authorFamily);
    })
    .filter((entry) => mayReview(entry, assignment, policy))
    .map(({ id }) => id)
    .toSorted((a, b) => last(a) - last(b) || order.indexOf(a) - order.indexOf(b));
}
