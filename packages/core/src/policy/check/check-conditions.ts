import type { PolicyContent } from "../policy.ts";
import { type Path, type Problem, problem } from "../problem.ts";
import type { When } from "../schema-review.ts";
import { entryIds, isCheck, notAnAgent } from "./check-reviewers.ts";
import { unresolved } from "./unresolved.ts";

type Condition = Exclude<When, "always">;

/** Returns every condition of the policy, with its path. */
export function conditionsOf({
  policies,
  panel,
}: PolicyContent): { path: Path; condition: Condition }[] {
  const places: { path: Path; when: When }[] = policies.map(({ when }, i) => ({
    path: ["policies", i, "when"],
    when,
  }));
  if (panel !== null) places.push({ path: ["panel", "when"], when: panel.when });
  return places.flatMap(({ path, when }) => (when === "always" ? [] : [{ path, condition: when }]));
}

/** Refuses an empty condition, which would always hold. The policy must say `always` explicitly. */
export function emptyConditions(content: PolicyContent): Problem[] {
  return conditionsOf(content)
    .filter(({ condition }) => Object.values(condition).every((value) => value === undefined))
    .map(({ path }) => problem(path, 'No condition; write "always" if that is meant'));
}

export function unknownDomains(content: PolicyContent): Problem[] {
  return unresolved(namedIn(content, "domain"), entryIds(content.domains), "domain");
}

export function unknownTypes(content: PolicyContent): Problem[] {
  return unresolved(namedIn(content, "type"), new Set(Object.keys(content.chains)), "chain for");
}

export function badPanel({ panel, reviewers }: PolicyContent): Problem[] {
  if (panel === null) return [];
  const members = panel.members.map((name, i) => ({ path: ["panel", "members", i], name }));
  const distinct = new Set(panel.members);
  const problems = unresolved(members, entryIds(reviewers), "reviewer");
  for (const { path, name } of members) {
    if (isCheck(reviewers, name)) problems.push(notAnAgent(path));
  }
  if (distinct.size < panel.members.length) {
    problems.push(problem(["panel", "members"], "A member is listed twice"));
  }
  if (panel.quorum > distinct.size) {
    problems.push(
      problem(["panel", "quorum"], `${panel.quorum} answers of ${distinct.size} members`),
    );
  }
  return problems;
}

function namedIn(content: PolicyContent, key: "domain" | "type"): { path: Path; name: string }[] {
  return conditionsOf(content).flatMap(({ path, condition }) => {
    const name = condition[key];
    return name === undefined ? [] : [{ path: [...path, key], name }];
  });
}
