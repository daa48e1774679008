import { ownEntry } from "../kernel/own-entry.ts";
import type { Requirement } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";

/** Who is expected to act now. Exactly one holder per task. */
export type TaskTurn =
  | { holder: "person"; who: string }
  | { holder: "agent"; who: string | null }
  | { holder: "reviewers" | "checks" | "engine" | "nobody"; who: null };

/** The turn while requirements wait for answers: machines never put a person in turn. */
export function turnWhileWaiting(
  outstanding: readonly Requirement[],
  personInTurn: string | null,
): TaskTurn {
  const machines = outstanding.filter((requirement) => !requirement.human);
  if (machines.some((requirement) => requirement.kind === "check"))
    return { holder: "checks", who: null };
  if (machines.length > 0) return { holder: "reviewers", who: null };
  const person = personInTurn ?? outstanding[0]?.who[0];
  return person === undefined ? { holder: "engine", who: null } : { holder: "person", who: person };
}

/** The people asked for an escalation, in order: the configured ones, their substitutes, then the owners. */
export function escalationLine(policy: Policy): string[] {
  const named = policy.people.escalateTo.flatMap((who) =>
    who === "owner" ? policy.people.owner : [who],
  );
  return succession(named, policy);
}

/** Who takes over from whom when a person does not answer: substitutes in order, then the owners. */
export function succession(people: readonly string[], policy: Policy): string[] {
  const withSubstitutes = people.flatMap((person) => [
    person,
    ...(ownEntry(policy.people.substitutes, person) ?? []),
  ]);
  return [...new Set([...withSubstitutes, ...policy.people.owner])];
}
