import { ownEntry } from "../kernel/own-entry.ts";
import type { Policy } from "../policy/policy.ts";
import type { Assignment, RosterEntry } from "./schema.ts";

/** The entry of `who` if every possible reviewer is an author. No credential may have this name. */
export const NO_REVIEWER = "nobody";

type Work = Pick<Assignment, "authors" | "assignee" | "authorFamily">;

/** Returns why an agent or check may not review this work; null if it may. */
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

/** Returns true if both model families are known and differ. */
export function isOtherFamily(a: string | null | undefined, b: string | null | undefined): boolean {
  return typeof a === "string" && typeof b === "string" && a !== b;
}

/** Returns the first group that has an actor other than the authors, without the authors. */
export function firstWithoutAuthors(
  groups: readonly (readonly string[])[],
  { authors }: Pick<Assignment, "authors">,
): string[] {
  for (const group of groups) {
    const left = [...new Set(group)].filter((id) => !authors.includes(id));
    if (left.length > 0) return left;
  }
  return [NO_REVIEWER];
}

export function substitutesOf(
  ids: readonly string[],
  { people }: Pick<Policy, "people">,
): string[] {
  return ids.flatMap((id) => ownEntry(people.substitutes, id) ?? []);
}

/** Returns the people asked for an escalation. */
export function escalationPeople({ people }: Pick<Policy, "people">): string[] {
  return people.escalateTo.flatMap((id) => (id === "owner" ? people.owner : [id]));
}

/** Returns true if every roster entry with this name is an agent. */
export function isKnownAgent(id: string, roster: readonly RosterEntry[]): boolean {
  const kinds = roster.filter((entry) => entry.id === id).map(({ kind }) => kind);
  return kinds.length > 0 && kinds.every((kind) => kind === "agent");
}
