import { isSameName } from "../kernel/name-key.ts";
import type { PolicyContent } from "./policy.ts";
import { Layer } from "./words.ts";

/** A name that a policy assigns, and the key that does. */
export type NamedActor = { name: string; entry: string };

type Named = Pick<PolicyContent, "people" | "departments" | "reviewers" | "checks">;

/** The name of the owners in `escalateTo`. */
const OWNERS = "owner";

/**
 * Returns the people of a policy, whatever credentials exist: owners, csuite, heads, substitutes, escalation
 * contacts and owners of addresses.
 *
 * Only the policy itself can make one of them an agent, by listing it as a reviewer or as a department's agent.
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

/** Returns the checks and the reviewers of a policy's registry. */
export function machinesOf({
  reviewers,
  checks,
}: Pick<Named, "reviewers" | "checks">): NamedMachine[] {
  return [
    ...checks.map(({ id }) => ({ name: id, entry: "checks", kind: "check" as const })),
    ...reviewers.map(({ id, kind }) => ({ name: id, entry: "reviewers", kind })),
  ];
}

/** Returns true if the policy lists the name as a person. */
export function isPersonOf(name: string, policy: Named): boolean {
  return peopleOf(policy).some((person) => isSameName(person.name, name));
}

/** Returns true if the policy lists the name as a reviewer or as a department's agent. */
export function isAgentOf(name: string, { reviewers, departments }: Named): boolean {
  const listed = Object.values(departments).flatMap(({ agents }) => agents);
  return [...reviewers.map(({ id }) => id), ...listed].some((agent) => isSameName(agent, name));
}

function under(entry: string, names: readonly string[]): NamedActor[] {
  return names.map((name) => ({ name, entry }));
}

/** Reserved names: the layers, the engine and the author of local work. */
const RESERVED: readonly string[] = [...Layer.options, "countersign", "engine", "system", "author"];

/**
 * Returns why a new reviewer cannot have a name. Null if it can.
 *
 * A reviewer with the name of a person would make that person an agent.
 */
export function reviewerNameConflict(name: string, policy: Named): string | null {
  const isTaken = (other: string) => isSameName(other, name);
  if (RESERVED.some(isTaken)) return `${name} is a name that countersign uses itself`;
  const person = peopleOf(policy).find((one) => isTaken(one.name));
  if (person !== undefined) return `${name} is a person of this policy (${person.entry})`;
  const agents = Object.values(policy.departments).flatMap((department) => department.agents);
  if (agents.some(isTaken)) return `${name} is an agent of a department of this policy`;
  const machine = machinesOf(policy).find((one) => isTaken(one.name));
  if (machine === undefined) return null;
  return machine.kind === "check"
    ? `${name} is a check of this policy`
    : `${name} is a reviewer of this policy already`;
}
