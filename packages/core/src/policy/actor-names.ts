import { isSameName } from "../kernel/name-key.ts";
import type { PolicyContent } from "./policy.ts";

/** A name that a policy gives away, and the key that does. */
export type NamedActor = { name: string; entry: string };

type Named = Pick<PolicyContent, "people" | "departments" | "reviewers" | "checks">;

/** In `escalateTo` this stands for the owners. */
const OWNERS = "owner";

/**
 * The people of a policy, whatever credentials exist: owners, csuite, heads, substitutes, those an
 * escalation goes to and those an address belongs to.
 *
 * Only the policy itself can make one of them an agent, by naming it as a reviewer or as a department's agent.
 */
export function peopleOf(policy: Named): NamedActor[] {
  const { people, departments } = policy;
  const substitutes = Object.entries(people.substitutes);
  return [
    ...under("people.owner", people.owner),
    ...under("people.csuite", people.csuite),
    ...Object.entries(departments).map(([id, { head }]) => ({
      name: head,
      entry: `departments.${id}.head`,
    })),
    ...substitutes.flatMap(([who, others]) => under("people.substitutes", [who, ...others])),
    ...under(
      "people.escalateTo",
      people.escalateTo.filter((name) => name !== OWNERS),
    ),
    ...under(
      "people.emails",
      Object.values(people.emails ?? {}).flatMap((name) => name ?? []),
    ),
  ].filter(({ name }) => !isAgentOf(name, policy));
}

/** A check or a reviewer of the registry. */
type NamedMachine = NamedActor & { kind: "check" | "agent" };

/** The checks and the reviewers of a policy's registry. */
export function machinesOf({
  reviewers,
  checks,
}: Pick<Named, "reviewers" | "checks">): NamedMachine[] {
  return [
    ...checks.map(({ id }) => ({ name: id, entry: "checks", kind: "check" as const })),
    ...reviewers.map(({ id, kind }) => ({ name: id, entry: "reviewers", kind })),
  ];
}

/** True if the policy says that this is a person. */
export function isPersonOf(name: string, policy: Named): boolean {
  return peopleOf(policy).some((person) => isSameName(person.name, name));
}

/** True if the policy itself lists the name among its reviewers or as an agent of a department. */
export function isAgentOf(name: string, { reviewers, departments }: Named): boolean {
  const listed = Object.values(departments).flatMap(({ agents }) => agents);
  return [...reviewers.map(({ id }) => id), ...listed].some((agent) => isSameName(agent, name));
}

function under(entry: string, names: readonly string[]): NamedActor[] {
  return names.map((name) => ({ name, entry }));
}
