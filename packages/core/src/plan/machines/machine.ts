import type { Policy } from "../../policy/policy.ts";
import { type Duration, durationMs } from "../../policy/words.ts";
import { conflictOf, escalationPeople, firstWithoutAuthors } from "../eligible.ts";
import { agentTerms, personTerms, type RequirementDraft, type Terms } from "../requirement.ts";
import type { Assignment, Because } from "../schema.ts";

/** The built-in check of every plan and registry: content readable, diff complete, no hidden text. */
export const INTEGRITY = "integrity";

/** A check or an agent of the policy. */
export type Machine = {
  id: string;
  kind: "agent" | "check";
  family: string | null;
  fallback: string | null;
  terms: Terms;
};

/** Returns a machine of the registry or of the configured checks. An unknown name counts as an agent. */
export function findMachine(id: string, policy: Policy): Machine {
  const reviewer = policy.reviewers.find((entry) => entry.id === id);
  if (reviewer !== undefined) {
    const { kind, modelFamily: family, fallback, timeout, retries, budgetUsd } = reviewer;
    return {
      id,
      kind,
      family,
      fallback,
      terms: { timeoutMs: durationMs(timeout), retries, budgetUsd },
    };
  }
  const check = policy.checks.find((entry) => entry.id === id);
  if (check !== undefined) return createCheckMachine(id, check.timeout);
  return { id, kind: "agent", family: null, fallback: null, terms: agentTerms(policy.limits) };
}

export function createCheckMachine(id: string, timeout: Duration): Machine {
  const terms = { timeoutMs: durationMs(timeout), retries: 1, budgetUsd: null };
  return { id, kind: "check", family: null, fallback: null, terms };
}

/** Creates the requirement of one machine. An author is replaced by its fallback, else by a person. */
export function machineDraft(
  machine: Machine,
  quorum: number,
  because: readonly Because[],
  { policy, assignment }: { policy: Policy; assignment: Assignment },
): RequirementDraft {
  const seat = seatOf(machine, policy, assignment);
  return {
    id: `${machine.kind}:${machine.id}`,
    kind: machine.kind,
    table: "severity",
    who: seat.who,
    human: seat.human,
    quorum,
    delivery: "now",
    onUnavailable: "escalate",
    ...seat.terms,
    layers: [],
    because: [...because, ...seat.because],
  };
}

type Seat = { who: string[]; human: boolean; terms: Terms; because: Because[] };

function seatOf(machine: Machine, policy: Policy, assignment: Assignment): Seat {
  const conflict = conflictOf(machine, assignment, policy);
  if (conflict === null)
    return { who: [machine.id], human: false, terms: machine.terms, because: [] };

  const substitute = fallbacks(machine, policy).find(
    (candidate) => conflictOf(candidate, assignment, policy) === null,
  );
  if (substitute !== undefined) {
    return {
      who: [substitute.id],
      human: false,
      terms: substitute.terms,
      because: [{ entry: `reviewers.${machine.id}.fallback`, fact: conflict }],
    };
  }
  return {
    who: firstWithoutAuthors([escalationPeople(policy), policy.people.owner], assignment),
    human: true,
    terms: personTerms(policy.limits),
    because: [{ entry: "people.escalateTo", fact: `${conflict} and no fallback is free` }],
  };
}

/** Returns the first fallback of a machine without a result that may judge this work. */
export function substituteFor(id: string, policy: Policy, assignment: Assignment): Machine | null {
  const line = fallbacks(findMachine(id, policy), policy);
  return line.find((candidate) => conflictOf(candidate, assignment, policy) === null) ?? null;
}

/** Returns the machine's fallback, the fallback's own, and so on. A cycle ends where it closes. */
function fallbacks(machine: Machine, policy: Policy): Machine[] {
  const line: Machine[] = [];
  let next = machine.fallback;
  while (next !== null && !line.some(({ id }) => id === next)) {
    const found = findMachine(next, policy);
    line.push(found);
    next = found.fallback;
  }
  return line;
}
