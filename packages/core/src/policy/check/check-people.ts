import type { PolicyContent } from "../policy.ts";
import { type Problem, problem } from "../problem.ts";
import { type Reference, unresolved } from "./unresolved.ts";

const OWNERS = "owner";

/** Requires that every person in an escalation or a substitution is known from a layer or as a substitute. */
export function unknownPeople({ people, departments }: PolicyContent): Problem[] {
  const known = new Set([
    OWNERS,
    ...people.owner,
    ...people.csuite,
    ...Object.values(departments).map(({ head }) => head),
    ...Object.values(people.substitutes).flat(),
  ]);
  return unresolved([...escalations(people), ...replaced(people)], known, "person");
}

/** Requires that owners and escalation contacts are people. */
export function agentsAsPeople({ people, departments, reviewers }: PolicyContent): Problem[] {
  const agents = new Set([
    ...reviewers.map(({ id }) => id),
    ...Object.values(departments).flatMap((department) => department.agents),
  ]);
  const owners = people.owner.map((name, i) => ({ path: ["people", "owner", i], name }));
  return [...owners, ...escalations(people)]
    .filter(({ name }) => agents.has(name))
    .map(({ path, name }) => problem(path, `${name} is not a person`));
}

function escalations(people: PolicyContent["people"]): Reference[] {
  return people.escalateTo.map((name, i) => ({ path: ["people", "escalateTo", i], name }));
}

function replaced(people: PolicyContent["people"]): Reference[] {
  return Object.keys(people.substitutes).map((name) => ({
    path: ["people", "substitutes", name],
    name,
  }));
}
