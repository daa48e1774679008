import { changesDependencies, changesMigrations } from "../../content/changes-dependencies.ts";
import type { Facts } from "../../content/schema.ts";
import { matchGroups } from "../../policy/glob/match-groups.ts";
import type { Policy } from "../../policy/policy.ts";
import type { GuardedChange } from "../guard/guarded-changes.ts";
import { resolveType } from "../layers/resolve-chain.ts";
import type { Assignment, Classification } from "../schema.ts";
import { touchedPaths } from "../touched-paths.ts";
import { scoreRisk } from "./score-risk.ts";

/** Classifies a change: domains, risk, type, scope and the protected paths it touches. */
export function classify(
  facts: Facts,
  policy: Policy,
  assignment: Pick<Assignment, "title" | "type" | "statedBy">,
  guarded: readonly GuardedChange[],
): Classification {
  const paths = touchedPaths(facts);
  const domains = matchGroups(policy.domains, paths);
  const guardedPaths = guarded.flatMap(({ path }) => path ?? []).sort();
  const lines = countLines(facts, policy.risk.generatedIgnored);
  const files = facts.files.length;
  const { risk, terms } = scoreRisk(
    {
      domains,
      lines,
      files,
      dependency: changesDependencies(facts),
      migration: changesMigrations(facts),
      protectedPaths: guardedPaths.length,
      weakenedTests: facts.weakenedTests.length,
    },
    policy.risk,
  );
  const { type, because } = resolveType(assignment, policy, paths);
  return {
    domains: domains.map(({ id }) => id),
    risk,
    terms,
    type,
    typeBecause: because,
    scope: scopeOf(lines, files),
    protectedPaths: guardedPaths,
  };
}

function countLines({ files }: Facts, generatedIgnored: boolean): number {
  return files
    .filter(({ generated }) => !(generated && generatedIgnored))
    .reduce((sum, { added, deleted }) => sum + added + deleted, 0);
}

function scopeOf(lines: number, files: number): Classification["scope"] {
  if (lines > 500 || files > 40) return "large";
  return lines <= 50 && files <= 5 ? "small" : "medium";
}
