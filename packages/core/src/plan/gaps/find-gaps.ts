import type { Facts } from "../../content/schema.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Reviewer } from "../../policy/schema-review.ts";
import type { Gap, Plan } from "../schema.ts";
import { GAP_RULES, type GapRule, type Worry } from "./gap-rules.ts";

/** Finds risks that no reviewer of the plan covers, by fixed rules and without a model. Each gap names a reviewer to add. */
export function findGaps(facts: Facts, plan: Plan, policy: Policy): Gap[] {
  return GAP_RULES.flatMap((rule) => {
    const worry = rule.look({ facts, plan, policy });
    if (worry === null || isCovered(rule, plan, policy)) return [];
    const reviewer = reviewerFor(rule, policy);
    if (reviewer === undefined || isAsked(reviewer, plan)) return [];
    return [
      {
        concern: worry.concern,
        reviewer: reviewer.id,
        foundBy: "gap-rules",
        proposal: proposalOf(rule, worry, reviewer),
      },
    ];
  });
}

function isCovered({ wants, coveredBy }: GapRule, plan: Plan, policy: Policy): boolean {
  switch (coveredBy) {
    case "expert":
      return policy.reviewers.some((entry) => knows(entry, wants) && isAsked(entry, plan));
    case "reader":
      return plan.requirements.some(({ kind }) => kind === "agent" || kind === "peer");
    case "anybody":
      return plan.requirements.some(({ kind }) => kind !== "check" && kind !== "self");
    case "none":
      return false;
  }
}

/** Returns an expert if the registry has one, otherwise any agent. A security gap needs an expert. */
function reviewerFor({ wants }: GapRule, { reviewers }: Policy): Reviewer | undefined {
  const expert = reviewers.find((entry) => knows(entry, wants));
  if (expert !== undefined || wants === "security") return expert;
  return reviewers.find(({ kind }) => kind === "agent");
}

function knows({ kind, capabilities }: Reviewer, what: string): boolean {
  return kind === "agent" && capabilities.includes(what);
}

function isAsked({ id }: Reviewer, { requirements }: Plan): boolean {
  return requirements.some(
    (requirement) =>
      requirement.id === `agent:${id}` ||
      (requirement.kind === "agent" && requirement.who.includes(id)),
  );
}

function proposalOf({ id }: GapRule, { concern, when }: Worry, reviewer: Reviewer): string {
  const entry = {
    id,
    when,
    require: [{ reviewer: reviewer.id }],
    priority: 50,
    description: concern,
  };
  return JSON.stringify(entry, null, 2);
}
