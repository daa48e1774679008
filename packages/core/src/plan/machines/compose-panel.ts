import type { Policy } from "../../policy/policy.ts";
import { conflictOf, NO_REVIEWER } from "../eligible.ts";
import type { RequirementDraft, Terms } from "../requirement.ts";
import type { Assignment, NearMiss } from "../schema.ts";
import { checkWhen, type Situation } from "./check-when.ts";
import { findMachine, type Machine } from "./machine.ts";

/**
 * Composes the panel if the policy has one and its condition holds: one requirement with several reviewers.
 *
 * Authors are left out but the quorum stays, so a panel that became too small cannot pass.
 */
export function composePanel(
  situation: Situation,
  policy: Policy,
  assignment: Assignment,
): { panel: RequirementDraft[]; near: NearMiss[] } {
  if (policy.panel === null) return { panel: [], near: [] };
  const { when, members, quorum } = policy.panel;
  const checked = checkWhen(when, situation);
  if (!checked.holds)
    return { panel: [], near: [{ reviewer: "panel", entry: "panel", needs: checked.needs }] };

  const machines = members.map((id) => findMachine(id, policy));
  const free = machines.filter((machine) => conflictOf(machine, assignment, policy) === null);
  const panel: RequirementDraft = {
    id: "panel",
    kind: "agent",
    table: "panel",
    who: free.length === 0 ? [NO_REVIEWER] : free.map(({ id }) => id),
    human: false,
    quorum,
    delivery: "now",
    onUnavailable: "escalate",
    ...widestTerms(machines),
    layers: [],
    because: [{ entry: "panel", fact: checked.fact }],
  };
  return { panel: [panel], near: [] };
}

/** Returns the longest terms of all members, because they answer one question. */
function widestTerms(machines: readonly Machine[]): Terms {
  const terms = machines.map((machine) => machine.terms);
  const budgets = terms.map(({ budgetUsd }) => budgetUsd ?? Number.POSITIVE_INFINITY);
  const budgetUsd = Math.max(...budgets);
  return {
    timeoutMs: Math.max(...terms.map(({ timeoutMs }) => timeoutMs)),
    retries: Math.max(...terms.map(({ retries }) => retries)),
    budgetUsd: Number.isFinite(budgetUsd) ? budgetUsd : null,
  };
}
