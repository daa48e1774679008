import { ownEntry } from "../../kernel/own-entry.ts";
import { isPersonOf } from "../../policy/actor-names.ts";
import type { Policy } from "../../policy/policy.ts";
import { conflictOf, isKnownAgent } from "../eligible.ts";
import type { Assignment, RosterEntry } from "../schema.ts";

/**
 * Chooses other agents of the task's department that can answer: least loaded first, then by id.
 *
 * Agents to avoid come last. A task without a department uses agents without one. If an author chose the
 * department and it has too few agents, those of other departments join.
 */
export function choosePeers(
  count: number,
  assignment: Assignment,
  policy: Policy,
  roster: readonly RosterEntry[],
): string[] {
  const agents = roster.filter((entry) => isPeer(entry, policy, roster));
  const listed = ownEntry(policy.departments, assignment.department)?.agents ?? [];
  const inDepartment = agents.filter(
    ({ id, department, reachedBy }) =>
      listed.includes(id) || (reachedBy !== "engine" && department === assignment.department),
  );
  const own = rankPeers(inDepartment, assignment, policy);
  if (assignment.statedBy !== "author" || own.length >= count) return own.slice(0, count);
  const others = rankPeers(agents, assignment, policy);
  return [...new Set([...own, ...others])].slice(0, count);
}

/** Reviewers that the engine runs are peers only if the policy lists them as agents of a department. */
function isPeer(
  { id, reachedBy }: RosterEntry,
  { departments }: Policy,
  roster: readonly RosterEntry[],
): boolean {
  if (!isKnownAgent(id, roster)) return false;
  return (
    reachedBy !== "engine" || Object.values(departments).some(({ agents }) => agents.includes(id))
  );
}

function rankPeers(
  found: readonly RosterEntry[],
  assignment: Assignment,
  policy: Policy,
): string[] {
  const ranked = found
    .filter((entry) => mayReview(entry, assignment, policy))
    .toSorted((a, b) => rank(a, b, assignment.avoid))
    .map(({ id }) => id);
  return [...new Set(ranked)];
}

/** Returns true for an agent that neither works on the task nor is a person of the policy. */
export function mayReview(
  { id, modelFamily }: RosterEntry,
  assignment: Assignment,
  policy: Policy,
): boolean {
  if (policy.people.csuite.includes(id) || isPersonOf(id, policy)) return false;
  return conflictOf({ id, kind: "agent", family: modelFamily }, assignment, policy) === null;
}

function rank(a: RosterEntry, b: RosterEntry, avoid: readonly string[]): number {
  return (
    Number(avoid.includes(a.id)) - Number(avoid.includes(b.id)) ||
    a.load - b.load ||
    (a.id < b.id ? -1 : 1)
  );
}
