import { compileGlob } from "../glob/glob.ts";
import type { PolicyContent } from "../policy.ts";
import { splitProtected } from "../policy-files.ts";
import { type Path, type Problem, problem } from "../problem.ts";
import { conditionsOf } from "./check-conditions.ts";

const MAX_ALTERNATIVES = 2_000;
const MAX_PROBLEMS = 100;
const KEY = /^[^\s#]{1,200}$/u;

export function badDomainGlobs({ domains }: PolicyContent): Problem[] {
  return badPatterns(
    domains.flatMap(({ globs }, i) =>
      globs.map((pattern, j) => ({ path: ["domains", i, "globs", j], pattern })),
    ),
  );
}

export function badTypeGlobs({ inferTypes }: PolicyContent): Problem[] {
  return badPatterns(
    inferTypes.flatMap(({ globs }, i) =>
      globs.map((pattern, j) => ({ path: ["inferTypes", i, "globs", j], pattern })),
    ),
  );
}

export function badWhenGlobs(content: PolicyContent): Problem[] {
  return badPatterns(
    conditionsOf(content).flatMap(({ path, condition }) =>
      (condition.paths ?? []).map((pattern, i) => ({ path: [...path, "paths", i], pattern })),
    ),
  );
}

export function badProtectedGlobs({ trust }: PolicyContent): Problem[] {
  return badEntries(
    trust.protected.map((entry, i) => ({ path: ["trust", "protected", i], entry })),
  );
}

export function badJudgeGlobs({ checks }: PolicyContent): Problem[] {
  return badEntries(
    checks.flatMap(({ judges = [] }, i) =>
      judges.map((entry, j) => ({ path: ["checks", i, "judges", j], entry })),
    ),
  );
}

/** Entries that are a pattern, or `file#key`. */
function badEntries(listed: readonly { path: Path; entry: string }[]): Problem[] {
  const entries = listed.map(({ path, entry }) => ({ path, ...splitProtected(entry) }));
  const badKeys = entries.filter(({ key }) => key !== undefined && !KEY.test(key));
  return [
    ...badPatterns(entries),
    ...badKeys.map(({ path }) => problem(path, "After # comes a key of the file, as in file#key")),
  ];
}

export function badFixtureGlobs({ gate }: PolicyContent): Problem[] {
  return badPatterns(
    gate.fixtures.map((pattern, i) => ({ path: ["gate", "fixtures", i], pattern })),
  );
}

function badPatterns(patterns: readonly { path: Path; pattern: string }[]): Problem[] {
  const problems: Problem[] = [];
  let alternatives = 0;
  for (const { path, pattern } of patterns) {
    const compiled = compileGlob(pattern);
    if (!compiled.ok) problems.push(problem(path, `Not a pattern for paths: ${compiled.reason}`));
    else alternatives += compiled.glob.alternatives.length;
    if (problems.length >= MAX_PROBLEMS) return problems;
    if (alternatives > MAX_ALTERNATIVES) {
      return [...problems, problem(path, "There are too many patterns in total from here on")];
    }
  }
  return problems;
}
