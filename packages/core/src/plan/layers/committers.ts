import { type Commit, ENGINE_EMAIL, type Facts, MAX_COMMITS } from "../../content/schema.ts";
import { nameKey } from "../../kernel/name-key.ts";
import type { Policy } from "../../policy/policy.ts";
import type { LayerDemand } from "./layer-asks.ts";

/** The people behind the commits of a change, and the addresses that the policy does not know. */
export type Committers = { people: string[]; unknown: string[] };

/** Represents the commits of a change that were not read. */
const UNREAD = `the commits before the newest ${MAX_COMMITS}`;

/**
 * Maps authors and committers of every commit to people by `people.emails`.
 *
 * Addresses are reported as unknown only if the policy needs them: with four eyes, or with a table. The engine's
 * own commits, such as uncommitted work, have no person behind them.
 */
export function committersOf(
  commits: readonly Pick<Commit, "authorEmail" | "committerEmail">[],
  { people: { emails }, trust }: Pick<Policy, "people" | "trust">,
): Committers {
  const entries = Object.entries({ ...emails }); // older stored policies lack the table
  if (entries.length === 0 && trust.separation !== "four_eyes") return { people: [], unknown: [] };
  const known = entries.map(([email, name]) => ({
    key: nameKey(email),
    name,
  }));
  const people = new Set<string>();
  const unknown = new Set<string>();
  for (const email of addressesOf(commits)) {
    const found = known.filter(({ key }) => key === nameKey(email));
    if (found.length === 0) unknown.add(email);
    for (const { name } of found) if (name !== null) people.add(name);
  }
  if (commits.length >= MAX_COMMITS) unknown.add(UNREAD);
  return { people: [...people].toSorted(), unknown: [...unknown].toSorted() };
}

function addressesOf(commits: readonly Pick<Commit, "authorEmail" | "committerEmail">[]): string[] {
  const all = commits.flatMap(({ authorEmail, committerEmail = authorEmail }) => [
    authorEmail,
    committerEmail,
  ]);
  return [...new Set(all)].filter((email) => email !== ENGINE_EMAIL);
}

/**
 * Requires an owner for commits of unknown people with four eyes, because any other approver may be one of them.
 */
export function ownerForUnknown(
  { commits }: Pick<Facts, "commits">,
  policy: Pick<Policy, "people" | "trust">,
): LayerDemand[] {
  if (policy.trust.separation !== "four_eyes") return [];
  const [first, ...others] = committersOf(commits, policy).unknown;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const because = { entry: "people.emails", fact: `no person is known for ${first}${more}` };
  return [{ layer: "owner", quorum: 1, because }];
}
