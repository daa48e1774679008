import { ownEntry } from "../kernel/own-entry.ts";
import type { Requirement } from "../plan/schema.ts";
import type { Policy } from "../policy/policy.ts";

/** The actor that must act next. Every task has exactly one. */
export type TaskTurn =
  | { holder: "person"; who: string }
  | { holder: "agent"; who: string | null }
  | { holder: "reviewers" | "checks" | "engine" | "nobody"; who: null };

/** The turn of a finished task. */
export const NO_TURN = { holder: "nobody", who: null } as const satisfies TaskTurn;

/** Returns true if a person, an agent or the engine has to act next. */
export function hasTurnHolder({ holder }: { holder: string }): boolean {
  return holder !== NO_TURN.holder;
}

/** Returns the turn while requirements are open. A person has the turn only after all checks and agents have answered. */
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

/** Returns the people asked for an escalation, in order: the configured ones, their substitutes, then the owners. */
export function escalationLine(policy: Policy): string[] {
  const named = policy.people.escalateTo.flatMap((who) =>
    who === "owner" ? policy.people.owner : [who],
  );
  return succession(named, policy);
}

/** Returns `people` followed by those who take over when a person does not answer: substitutes in order, then the owners. */
export function succession(people: readonly string[], policy: Policy): string[] {
  const withSubstitutes = people.flatMap((person) => [
    person,
    ...(ownEntry(policy.people.substitutes, person) ?? []),
  ]);
  return [...new Set([...withSubstitutes, ...policy.people.owner])];
}
