import type { Domain, Reviewer, ReviewPolicy, Rule } from "../schema-review.ts";
import { SHIPPED_DOMAINS } from "./domains.ts";
import { SHIPPED_POLICIES } from "./policies.ts";
import { SHIPPED_REVIEWERS } from "./reviewers.ts";
import { SHIPPED_RULES } from "./rules.ts";

/** The shipped lists. They apply if the policy file has no list of its own. */
export type ShippedLists = {
  domains: Domain[];
  reviewers: Reviewer[];
  rules: Rule[];
  policies: ReviewPolicy[];
};

const PREFIX = "countersign:";

/** The version of a file that names none. It never changes, so that such files keep their meaning. */
export const FIRST_VERSION = `${PREFIX}default@1`;
export const FIRST_LISTS: ShippedLists = {
  domains: SHIPPED_DOMAINS,
  reviewers: SHIPPED_REVIEWERS,
  rules: SHIPPED_RULES,
  policies: SHIPPED_POLICIES,
};

/**
 * Every version of the shipped lists, by its name in `extends`, newest last.
 *
 * A released version never changes its requirements. A new one takes effect when an owner accepts a policy that
 * names it.
 */
const VERSIONS: Readonly<Record<string, ShippedLists>> = { [FIRST_VERSION]: FIRST_LISTS };

export const SHIPPED_VERSIONS: readonly string[] = Object.keys(VERSIONS);

/** Returns whether `extends` names shipped lists instead of a file of the repository. */
export function isShippedName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Returns the file that `extends` names; null without one, and for shipped lists. */
export function baseFile(name: string | null): string | null {
  return name === null || isShippedName(name) ? null : name;
}

/** Returns the lists of a version; null if this release does not have it. */
export function shippedLists(name: string): ShippedLists | null {
  return (Object.hasOwn(VERSIONS, name) ? VERSIONS[name] : undefined) ?? null;
}
