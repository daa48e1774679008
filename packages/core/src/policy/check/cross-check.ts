import type { PolicyContent } from "../policy.ts";
import { type Problem, problem } from "../problem.ts";
import type { Demand } from "../schema-review.ts";
import { badPanel, emptyConditions, unknownDomains, unknownTypes } from "./check-conditions.ts";
import {
  badOverrides,
  badSteps,
  doubleLayers,
  missingFallbackChain,
  reservedLabels,
  untypedTitles,
} from "./check-flow.ts";
import {
  badDomainGlobs,
  badFixtureGlobs,
  badJudgeGlobs,
  badProtectedGlobs,
  badTypeGlobs,
  badWhenGlobs,
} from "./check-globs.ts";
import {
  badAdapters,
  fallbackLoops,
  orphanRules,
  takenIntegrity,
  unknownFallbacks,
  unknownReviewers,
  unknownRuleReviewers,
} from "./check-reviewers.ts";
import { type Reference, unresolved } from "./unresolved.ts";

const OWNERS = "owner";

/** Requires that every person in an escalation or a substitution is known from a layer or as a substitute. */
function unknownPeople({ people, departments }: PolicyContent): Problem[] {
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
function agentsAsPeople({ people, departments, reviewers }: PolicyContent): Problem[] {
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

type Key = keyof PolicyContent;
type Check = { reads: readonly Key[]; find: (content: PolicyContent) => Problem[] };

const LISTS = ["domains", "reviewers", "rules", "policies", "checks"] as const;

/** Checks across several values. Each check lists the keys that it reads. */
const CHECKS: readonly Check[] = [
  ...LISTS.map((key) => ({
    reads: [key],
    find: (content: PolicyContent) => doubleIds(key, content[key]),
  })),
  { reads: ["reviewers", "checks"], find: takenIds },
  { reads: ["reviewers"], find: badAdapters },
  { reads: ["reviewers"], find: takenIntegrity },
  { reads: ["reviewers"], find: unknownFallbacks },
  { reads: ["reviewers"], find: fallbackLoops },
  { reads: ["rules", "reviewers"], find: unknownRuleReviewers },
  { reads: ["rules", "reviewers", "policies", "panel", "gaps"], find: orphanRules },
  { reads: ["policies", "gaps", "reviewers"], find: unknownReviewers },
  { reads: ["policies"], find: missingUniversal },
  { reads: ["policies", "people"], find: unreachableQuorums },
  { reads: ["panel", "reviewers"], find: badPanel },
  { reads: ["policies", "panel"], find: emptyConditions },
  { reads: ["policies", "panel", "domains"], find: unknownDomains },
  { reads: ["policies", "panel", "chains"], find: unknownTypes },
  { reads: ["domains"], find: badDomainGlobs },
  { reads: ["inferTypes"], find: badTypeGlobs },
  { reads: ["policies", "panel"], find: badWhenGlobs },
  { reads: ["trust"], find: badProtectedGlobs },
  { reads: ["checks"], find: badJudgeGlobs },
  { reads: ["gate"], find: badFixtureGlobs },
  { reads: ["chains"], find: missingFallbackChain },
  { reads: ["chains", "chainOverrides"], find: doubleLayers },
  { reads: ["chains", "chainOverrides", "departments"], find: badOverrides },
  { reads: ["inferTypes", "chains"], find: untypedTitles },
  { reads: ["people", "departments"], find: unknownPeople },
  { reads: ["people", "departments", "reviewers"], find: agentsAsPeople },
  { reads: ["modes"], find: reservedLabels },
  { reads: ["risk"], find: badSteps },
];

/**
 * The keys to check: checks that read only defaults cannot fail, and checks that read refused keys cannot run.
 */
export type Scope = { given: ReadonlySet<string>; refused: ReadonlySet<string> };

/** Checks combinations of values. Without a scope, checks everything. */
export function crossCheck(content: PolicyContent, scope?: Scope): Problem[] {
  return CHECKS.filter(({ reads }) => scope === undefined || isDue(reads, scope)).flatMap(
    ({ find }) => find(content),
  );
}

function isDue(reads: readonly Key[], { given, refused }: Scope): boolean {
  return reads.some((key) => given.has(key)) && !reads.some((key) => refused.has(key));
}

function doubleIds(key: Key, entries: readonly { id: string }[]): Problem[] {
  const seen = new Set<string>();
  return entries.flatMap(({ id }, i) => {
    if (seen.has(id)) return [problem([key, i, "id"], `The id ${id} is used twice`)];
    seen.add(id);
    return [];
  });
}

/** Refuses a check with the id of a reviewer, except the reviewer that represents it. */
function takenIds({ reviewers, checks }: PolicyContent): Problem[] {
  const others = reviewers.filter(({ adapter }) => adapter !== "check");
  const taken = new Set(others.map(({ id }) => id));
  return checks.flatMap(({ id }, i) =>
    taken.has(id) ? [problem(["checks", i, "id"], `The id ${id} belongs to a reviewer`)] : [],
  );
}

function missingUniversal({ policies }: PolicyContent): Problem[] {
  if (policies.some(({ when }) => when === "always")) return [];
  return [problem(["policies"], 'No universal policy; one must have "when": "always"')];
}

/** Refuses a quorum that cannot be reached, because it would hold every task. */
function unreachableQuorums({ policies, people }: PolicyContent): Problem[] {
  return policies.flatMap(({ require }, i) =>
    require.flatMap((demand, j) => {
      const most = mostAnswers(demand, people);
      if (demand.quorum <= most) return [];
      const path = ["policies", i, "require", j, "quorum"];
      return [
        problem(path, `${demand.quorum} answers are required, but at most ${most} are possible`),
      ];
    }),
  );
}

function mostAnswers(demand: Demand, people: PolicyContent["people"]): number {
  if ("reviewer" in demand) return 1;
  if (demand.layer === "owner") return new Set(people.owner).size;
  if (demand.layer === "csuite") return new Set(people.csuite).size;
  return demand.layer === "peer" ? Number.POSITIVE_INFINITY : 1;
}
