import { isSameName } from "../kernel/name-key.ts";
import { machinesOf, peopleOf } from "./actor-names.ts";
import type { PolicyContent } from "./policy.ts";
import { Layer } from "./words.ts";

/** Names of the product itself: its layers, its engine and the author of local work. */
const RESERVED: readonly string[] = [...Layer.options, "countersign", "engine", "system", "author"];

type Named = Pick<PolicyContent, "people" | "departments" | "reviewers" | "checks">;

/**
 * Says why a new reviewer cannot have a name; null if it can.
 *
 * A reviewer with the name of a person would make an agent of that person.
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
