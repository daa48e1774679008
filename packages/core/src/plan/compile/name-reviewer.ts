import type { Policy } from "../../policy/policy.ts";
import { mergeConsecutiveLayers } from "../layers/resolve-layers.ts";
import { personTerms, type RequirementDraft, unseal } from "../requirement.ts";
import type { Plan } from "../schema.ts";
import { sealPlan } from "../seal-plan.ts";
import { RELEASE_ENTRY } from "./recompile.ts";

/** A reviewer that a person names at a release. */
export type NamedReviewer = {
  /** The requirement that the reviewer answers. */
  requirement: string;
  reviewer: string;
  isPerson: boolean;
  /** Agents whose answers to the requirement already count. */
  answered: readonly string[];
};

/** Returns the id of the part of a requirement that a named person answers, if agents answered the other part. */
export function namedPartOf(requirement: string): string {
  return `named:${requirement}`;
}

/**
 * Seats a reviewer that a person named. A named person answers the requirement as a person: answers of agents
 * become a separate requirement, and consecutive layers of that person are merged.
 */
export function withNamedReviewer(
  plan: Plan,
  named: NamedReviewer,
  { limits }: Pick<Policy, "limits">,
): Plan {
  const { digest: _, notes: __, requirements, ...rest } = plan;
  const drafts = requirements.flatMap((requirement): RequirementDraft[] =>
    requirement.id === named.requirement
      ? seatNamed(unseal(requirement), named, limits)
      : [unseal(requirement)],
  );
  return sealPlan({
    ...rest,
    machines: drafts.filter(({ layers, id }) => layers.length === 0 && !isPanel(id)),
    panel: drafts.filter(({ id }) => isPanel(id)),
    layers: mergeConsecutiveLayers(drafts.filter(({ layers }) => layers.length > 0)),
  });
}

function isPanel(id: string): boolean {
  return id === "panel" || id === namedPartOf("panel");
}

function seatNamed(
  draft: RequirementDraft,
  { reviewer, isPerson, answered }: NamedReviewer,
  limits: Policy["limits"],
): RequirementDraft[] {
  const because = [
    ...draft.because,
    { entry: RELEASE_ENTRY, fact: `${reviewer} was named by a person` },
  ];
  if (!isPerson) return [{ ...draft, who: [...new Set([...draft.who, reviewer])], because }];
  const people = draft.human ? draft.who : [];
  const seat: RequirementDraft = {
    ...draft,
    // The person named last gets the turn first.
    who: [...new Set([reviewer, ...people])],
    human: true,
    delivery: "now",
    onUnavailable: "escalate",
    ...personTerms(limits),
    because,
  };
  const given = answered.length;
  if (draft.human || given === 0 || given >= draft.quorum) return [seat];
  return [
    { ...draft, who: [...answered], quorum: given },
    { ...seat, id: namedPartOf(draft.id), quorum: draft.quorum - given },
  ];
}
