import { ownEntry } from "../kernel/own-entry.ts";
import type { Policy } from "../policy/policy.ts";
import type { Assignment, RosterEntry } from "./schema.ts";

/** The entry of `who` when every possible reviewer is an author. No credential may have this name. */
export const NOBODY = "nobody";

type Work = Pick<Assignment, "authors" | "assignee" | "authorFamily">;

/** Why an agent or check may not judge this work; null if it may. */
export function conflictOf(
  reviewer: { id: string; kind: "agent" | "check"; family: string | null | undefined },
  work: Work,
  policy: Pick<Policy, "trust">,
): string | null {
  if (work.authors.includes(reviewer.id)) return `${reviewer.id} is an author`;
  if (work.assignee === reviewer.id) return `${reviewer.id} is the assignee`;
  if (!policy.trust.differentModelFamily || reviewer.kind === "check") return null;
  return isOtherFamily(reviewer.family, work.authorFamily)
    ? null
    : `${reviewer.id} is not known to be of another model family`;
}

/** Two unknown families may be one, so both must be known. */
export function isOtherFamily(a: string | null | undefined, b: string | null | undefined): boolean {
  return typeof a === "string" && typeof b === "string" && a !== b;
}

/** The first group in which an actor is no author, without the authors. */
export function firstWithoutAuthors(
  groups: readonly (readonly string[])[],
  { authors }: Pick<Assignment, "authors">,
): string[] {
  for (const group of groups) {
    const left = [...new Set(group)].filter((id) => !authors.includes(id));
    if (left.length > 0) return left;
  }
  return [NOBODY];
}

export function substitutesOf(
  ids: readonly string[],
  { people }: Pick<Policy, "people">,
): string[] {
  return ids.flatMap((id) => ownEntry(people.substitutes, id) ?? []);
}

/** The people asked when something must be escalated. */
export function escalationPeople({ people }: Pick<Policy, "people">): string[] {
  return people.escalateTo.flatMap((id) => (id === "owner" ? people.owner : [id]));
}

/** True if the roster knows the name as an agent's alone. */
export function isKnownAgent(id: string, roster: readonly RosterEntry[]): boolean {
  const kinds = roster.filter((entry) => entry.id === id).map(({ kind }) => kind);
  return kinds.length > 0 && kinds.every((kind) => kind === "agent");
}
