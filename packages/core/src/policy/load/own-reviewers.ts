import type { PolicyContent } from "../policy.ts";
import type { Problem } from "../problem.ts";
import type { Reviewer, ReviewPolicy } from "../schema-review.ts";

/** Adds the shipped reviewers that a file does not name: all, or only the built-in checks. */
export function withShippedReviewers(
  own: readonly Reviewer[],
  shipped: readonly Reviewer[],
  { shippedReviewers }: Pick<PolicyContent, "shippedReviewers">,
): Reviewer[] {
  const named = new Set(own.map(({ id }) => id));
  const kept = shipped.filter(
    ({ id, adapter }) => !named.has(id) && (shippedReviewers === "kept" || adapter === "builtin"),
  );
  return [...own, ...kept];
}

const PREFIX = "reviewer-";

/** Returns the id of the policy generated from a reviewer's own `when`. */
export function ownPolicyId(reviewer: string): string {
  return `${PREFIX}${reviewer}`;
}

/** Adds a policy for each reviewer with its own `when`. */
export function withOwnPolicies<Content extends Pick<PolicyContent, "reviewers" | "policies">>(
  content: Content,
): Content {
  return { ...content, policies: [...content.policies, ...ownPolicies(content.reviewers)] };
}

function ownPolicies(reviewers: readonly Reviewer[]): ReviewPolicy[] {
  return reviewers.flatMap(({ id, when, description }) =>
    when === undefined
      ? []
      : [
          {
            id: ownPolicyId(id),
            when,
            require: [{ reviewer: id, quorum: 1 }],
            priority: 50,
            description,
          },
        ],
  );
}

/** Reports a problem of a reviewer's generated policy under the reviewer's own key. */
export function atOwnKey(
  { path, ...rest }: Problem,
  { reviewers, policies }: Pick<PolicyContent, "reviewers" | "policies">,
): Problem {
  const [, index, below = ""] = /^policies\[(\d+)\](.*)$/.exec(path) ?? [];
  const id = index === undefined ? undefined : policies[Number(index)]?.id;
  const at = reviewers.findIndex(
    (reviewer) => reviewer.when !== undefined && ownPolicyId(reviewer.id) === id,
  );
  return { ...rest, path: at === -1 ? path : `reviewers[${at}]${below}` };
}
