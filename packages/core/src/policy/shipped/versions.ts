import type { Domain, Reviewer, ReviewPolicy, Rule } from "../schema-review.ts";
import { SHIPPED_DOMAINS } from "./domains.ts";
import { SHIPPED_POLICIES } from "./policies.ts";
import { SHIPPED_REVIEWERS } from "./reviewers.ts";
import { SHIPPED_RULES } from "./rules.ts";

/** The lists that come with the product and count where a file has none of its own. */
export type ShippedLists = {
  domains: Domain[];
  reviewers: Reviewer[];
  rules: Rule[];
  policies: ReviewPolicy[];
};

const PREFIX = "countersign:";

/** What a file without a version means. Stays the first one, so that such a file keeps its meaning. */
export const FIRST_VERSION = `${PREFIX}default@1`;
export const FIRST_LISTS: ShippedLists = {
  domains: SHIPPED_DOMAINS,
  reviewers: SHIPPED_REVIEWERS,
  rules: SHIPPED_RULES,
  policies: SHIPPED_POLICIES,
};

/**
 * Every version of the shipped lists, by the name that `extends` gives it, the newest last.
 *
 * A released version never changes what it asks for; a new one takes effect where an owner accepts a policy that
 * names it.
 */
const VERSIONS: Readonly<Record<string, ShippedLists>> = { [FIRST_VERSION]: FIRST_LISTS };

export const SHIPPED_VERSIONS: readonly string[] = Object.keys(VERSIONS);

/** Tells whether `extends` names shipped lists and no file of the repository. */
export function isShippedName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** The file that `extends` names; null for none and for shipped lists. */
export function baseFile(name: string | null): string | null {
  return name === null || isShippedName(name) ? null : name;
}

/** The lists of a version; null if this release does not have it. */
export function shippedLists(name: string): ShippedLists | null {
  return (Object.hasOwn(VERSIONS, name) ? VERSIONS[name] : undefined) ?? null;
}
