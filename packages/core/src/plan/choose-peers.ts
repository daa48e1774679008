import { isPersonOf } from "../policy/actor-names.ts";
import type { Policy } from "../policy/policy.ts";
import { conflictOf, isKnownAgent } from "./eligible.ts";
import { ownEntry } from "./own-entry.ts";
import type { Assignment, RosterEntry } from "./schema.ts";

type Candidate = { id: string; load: number; seen: boolean; family: string | undefined };

/**
 * Chooses other agents of the task's department: known before unknown, least loaded first, then by id.
 *
 * Agents to avoid come last, so they are chosen only if nobody else is left. A task without a department has the
 * agents without a department. Where an author chose the department and it has too few, agents of others join.
 */
export function choosePeers(
  count: number,
  assignment: Assignment,
  policy: Policy,
  roster: readonly RosterEntry[],
): string[] {
  const own = rankPeers(candidates(assignment, policy, roster), assignment, policy);
  if (assignment.statedBy !== "author" || own.length >= count) return own.slice(0, count);
  const others = rankPeers(agentsOf(roster, roster), assignment, policy);
  return [...new Set([...own, ...others])].slice(0, count);
}

function rankPeers(found: readonly Candidate[], assignment: Assignment, policy: Policy): string[] {
  const ranked = found
    .filter(({ id }) => !policy.people.csuite.includes(id) && !isPersonOf(id, policy))
    .filter(
      ({ id, family }) => conflictOf({ id, kind: "agent", family }, assignment, policy) === null,
    )
    .toSorted((a, b) => rank(a, b, assignment.avoid))
    .map(({ id }) => id);
  return [...new Set(ranked)];
}

function agentsOf(entries: readonly RosterEntry[], roster: readonly RosterEntry[]): Candidate[] {
  return entries
    .filter(({ id }) => isKnownAgent(id, roster))
    .map(({ id, load, modelFamily }) => ({ id, load, seen: true, family: modelFamily }));
}

/** An agent that the policy names but nobody has seen stays: else an empty roster would spare the review. */
function candidates(
  { department }: Assignment,
  policy: Policy,
  roster: readonly RosterEntry[],
): Candidate[] {
  const listed = ownEntry(policy.departments, department)?.agents ?? [];
  const seen = agentsOf(
    roster.filter((entry) => entry.department === department || listed.includes(entry.id)),
    roster,
  );
  const unseen = listed
    .filter((id) => !roster.some((entry) => entry.id === id))
    .map((id) => ({ id, load: 0, seen: false, family: undefined }));
  return [...seen, ...unseen];
}

function rank(a: Candidate, b: Candidate, avoid: readonly string[]): number {
  return (
    Number(avoid.includes(a.id)) - Number(avoid.includes(b.id)) ||
    Number(b.seen) - Number(a.seen) ||
    a.load - b.load ||
    (a.id < b.id ? -1 : 1)
  );
}
