import { ownPolicyId } from "../load/own-reviewers.ts";
import type { PolicyContent } from "../policy.ts";
import type {
  Demand,
  Domain,
  PanelPolicy,
  Reviewer,
  ReviewPolicy,
  Risk,
  Rule,
  When,
} from "../schema-review.ts";
import { Severity } from "../words.ts";
import {
  anyChange,
  type Compare,
  eachId,
  eachKey,
  falseIsStricter,
  higherIsLooser,
  isEqual,
  loosened,
  looserIf,
  lowerIsLooser,
  neutral,
  removalIsLooser,
  strictestFirst,
} from "./compare.ts";

const severity = strictestFirst(...Severity.options);

export const compareDomains: Compare<PolicyContent["domains"]> = eachId({
  kept: eachKey<Domain>({
    id: neutral,
    globs: removalIsLooser,
    risk: lowerIsLooser,
    description: neutral,
  }),
  removed: "looser",
  added: "neutral",
});

/** Compares points for a size. Fewer points for any size are looser. */
const steps: Compare<Risk["lines"]> = looserIf((before, after) => {
  const sizes = [...before, ...after].flatMap(([upTo]) => [upTo, upTo + 1]);
  return sizes.some((size) => pointsFor(after, size) < pointsFor(before, size));
});

function pointsFor(table: Risk["lines"], size: number): number {
  const [, points] = table.find(([upTo]) => size <= upTo) ?? table.at(-1) ?? [0, 0];
  return points;
}

export const compareRisk: Compare<Risk> = eachKey<Risk>({
  domain: strictestFirst("highest-plus-one", "highest"),
  lines: steps,
  files: steps,
  dependency: lowerIsLooser,
  migration: lowerIsLooser,
  protected: lowerIsLooser,
  testsWeakened: lowerIsLooser,
  generatedIgnored: falseIsStricter,
});

export const compareReviewers: Compare<PolicyContent["reviewers"]> = eachId({
  kept: eachKey<Reviewer>({
    id: neutral,
    name: neutral,
    kind: anyChange,
    adapter: anyChange,
    model: anyChange,
    modelFamily: anyChange,
    tools: removalIsLooser,
    capabilities: removalIsLooser,
    maxSeverity: severity,
    timeout: neutral,
    retries: neutral,
    concurrency: neutral,
    ratePerMinute: neutral,
    budgetUsd: higherIsLooser,
    fallback: anyChange,
    maxWords: neutral,
    focusAreas: removalIsLooser,
    elevate: anyChange,
    instructions: anyChange,
    skills: anyChange,
    when: neutral, // compared as its generated policy
    description: neutral,
  }),
  removed: "looser",
  added: "neutral",
});

export const compareRules: Compare<PolicyContent["rules"]> = eachId({
  kept: eachKey<Rule>({
    id: neutral,
    name: neutral,
    severity,
    reviewer: anyChange,
    category: neutral,
    description: neutral,
    detection: anyChange,
    recommendation: neutral,
  }),
  removed: "looser",
  added: "neutral",
});

/**
 * Each requirement of a policy must still be required, by the policy of that id or by another.
 *
 * A policy may thus be renamed or split without counting as looser.
 */
export const comparePolicies: Compare<PolicyContent["policies"]> = (before, after, place) =>
  before.flatMap((policy) => {
    const lost = policy.require.filter((demand) => !isStillAsked(policy, demand, after));
    if (lost.length === 0) return [];
    const at = `${place.key}.${policy.id}`;
    const same = after.find(({ id }) => id === policy.id);
    const reviewer = place.before.reviewers.find(({ id }) => ownPolicyId(id) === policy.id);
    if (reviewer?.when !== undefined)
      return [loosened(`reviewers.${reviewer.id}.when`, policy.when, same?.when)];
    if (same === undefined) return [loosened(at, policy, undefined)];
    return isNarrower(policy.when, same.when)
      ? [loosened(`${at}.when`, policy.when, same.when)]
      : lost.map((demand) => loosened(`${at}.require`, demand, sameDemand(same, demand)));
  });

function isStillAsked(
  { when }: ReviewPolicy,
  demand: Demand,
  after: readonly ReviewPolicy[],
): boolean {
  return after.some(
    (other) =>
      !isNarrower(when, other.when) && (sameDemand(other, demand)?.quorum ?? 0) >= demand.quorum,
  );
}

function sameDemand({ require }: ReviewPolicy, demand: Demand): Demand | undefined {
  return require.find((other) => demandName(other) === demandName(demand));
}

function demandName(demand: Demand): string {
  return "layer" in demand ? `layer:${demand.layer}` : demand.reviewer;
}

/** Returns true if a condition no longer covers everything that it covered. */
function isNarrower(before: When, after: When): boolean {
  if (after === "always") return false;
  if (before === "always") return true;
  const { riskAtLeast, paths, ...exact } = after;
  if (riskAtLeast !== undefined && riskAtLeast > (before.riskAtLeast ?? -1)) return true;
  if (paths !== undefined && !isWithin(before.paths, paths)) return true;
  const { domain, type, label } = before;
  return [
    [exact.domain, domain],
    [exact.type, type],
    [exact.label, label],
  ].some(([wanted, known]) => wanted !== undefined && wanted !== known);
}

function isWithin(before: readonly string[] | undefined, after: readonly string[]): boolean {
  return before?.every((path) => after.includes(path)) ?? false;
}

const bothPanels = eachKey<PanelPolicy>({
  members: removalIsLooser,
  quorum: lowerIsLooser,
  when: looserIf(isNarrower),
});

/** A removed panel is looser, a new one is not. */
export const comparePanel: Compare<PanelPolicy | null> = (before, after, place) => {
  if (before === null) return [];
  return after === null ? [loosened(place.key, before, null)] : bothPanels(before, after, place);
};

/** Removing or replacing the agent that looks for gaps is looser; adding one is not. */
export const compareGaps: Compare<PolicyContent["gaps"]> = eachKey<PolicyContent["gaps"]>({
  reviewer: looserIf((before, after) => before !== null && !isEqual(before, after)),
});
