import type { Domain, Risk } from "../../policy/schema-review.ts";
import type { RiskTerm } from "../schema.ts";

/** The inputs of the score. */
type RiskInput = {
  domains: readonly Pick<Domain, "id" | "risk">[];
  lines: number;
  files: number;
  dependency: boolean;
  migration: boolean;
  protectedPaths: number;
  weakenedTests: number;
};

const HIGHEST = 10;

/** Adds up the named terms of the risk, 0 to 10. Terms without points are omitted. */
export function scoreRisk(input: RiskInput, weights: Risk): { risk: number; terms: RiskTerm[] } {
  const terms = [
    domainTerm(input.domains, weights.domain),
    step("lines", input.lines, weights.lines),
    step("files", input.files, weights.files),
    flag("dependency", input.dependency, weights.dependency, "a manifest or lock file changed"),
    flag("migration", input.migration, weights.migration, "a database migration changed"),
    flag(
      "protected",
      input.protectedPaths > 0,
      weights.protected,
      `protected paths changed: ${input.protectedPaths}`,
    ),
    flag(
      "testsWeakened",
      input.weakenedTests > 0,
      weights.testsWeakened,
      `signs of weaker tests: ${input.weakenedTests}`,
    ),
  ].filter(({ points }) => points > 0);
  const sum = terms.reduce((total, { points }) => total + points, 0);
  return { risk: Math.min(sum, HIGHEST), terms };
}

/** Counts the highest domain in full, and one point for each further one. A domain of risk 0 adds nothing. */
function domainTerm(domains: RiskInput["domains"], how: Risk["domain"]): RiskTerm {
  const risky = domains
    .filter(({ risk }) => risk > 0)
    .toSorted((a, b) => b.risk - a.risk || (a.id < b.id ? -1 : 1));
  const [highest, ...others] = risky;
  if (highest === undefined) return { term: "domain", points: 0, fact: "no domain" };
  const further = how === "highest" ? [] : others;
  return {
    term: "domain",
    points: highest.risk + further.length,
    fact: [`${highest.id} ${highest.risk}`, ...further.map(({ id }) => `${id} +1`)].join(", "),
  };
}

/** Returns the points of the step. Above the last step its points count. */
function step(term: "lines" | "files", amount: number, steps: Risk["lines"]): RiskTerm {
  const [, points] = steps.find(([upTo]) => amount <= upTo) ?? steps.at(-1) ?? [0, 0];
  return { term, points, fact: `${amount} ${term}` };
}

function flag(term: string, is: boolean, points: number, fact: string): RiskTerm {
  return { term, points: is ? points : 0, fact };
}
