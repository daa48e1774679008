import { closest } from "../closest.ts";
import type { PolicyContent } from "../policy.ts";
import { type Problem, problem } from "../problem.ts";
import type { Reviewer } from "../schema-review.ts";
import { type Reference, unresolved } from "./unresolved.ts";

const BUILTIN_CHECKS = [
  "integrity",
  "secrets",
  "change-size",
  "dependency-changes",
  "file-kinds",
  "generated-files",
  "leftovers",
  "licence-headers",
  "protected-paths",
  "weakened-tests",
];

export function badAdapters({ reviewers }: PolicyContent): Problem[] {
  return reviewers.flatMap((reviewer, i) => {
    const path = ["reviewers", i, "adapter"];
    const runsPrograms = reviewer.adapter === "builtin" || reviewer.adapter === "check";
    if (reviewer.kind === "agent" && runsPrograms) {
      return [problem(path, `An agent cannot use the adapter ${reviewer.adapter}`)];
    }
    if (reviewer.kind === "check" && !runsPrograms && reviewer.adapter !== "http") {
      return [
        problem(path, `A check uses the adapter builtin, check or http, not ${reviewer.adapter}`),
      ];
    }
    if (reviewer.adapter !== "builtin" || BUILTIN_CHECKS.includes(reviewer.id)) return [];
    const meant = closest(reviewer.id, BUILTIN_CHECKS);
    return [problem(["reviewers", i, "id"], `There is no built-in check ${reviewer.id}`, meant)];
  });
}

/** Refuses another reviewer named like the built-in integrity check of every plan. */
export function takenIntegrity({ reviewers }: PolicyContent): Problem[] {
  return reviewers.flatMap(({ id, adapter }, i) =>
    id === "integrity" && adapter !== "builtin"
      ? [problem(["reviewers", i, "id"], "integrity is a built-in check; choose another name")]
      : [],
  );
}

export function unknownFallbacks({ reviewers }: PolicyContent): Problem[] {
  const references = reviewers.flatMap(({ fallback }, i) =>
    fallback === null ? [] : [{ path: ["reviewers", i, "fallback"], name: fallback }],
  );
  return unresolved(references, entryIds(reviewers), "reviewer");
}

/** Follows every fallback once. Returning to the start is a loop. */
export function fallbackLoops({ reviewers }: PolicyContent): Problem[] {
  const byId = new Map(reviewers.map((reviewer, i) => [reviewer.id, { ...reviewer, i }]));
  const walkOf = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { id: start } of reviewers) {
    let at = byId.get(start);
    while (at !== undefined && !walkOf.has(at.id)) {
      walkOf.set(at.id, start);
      const next = at.fallback === null ? undefined : byId.get(at.fallback);
      if (next !== undefined && walkOf.get(next.id) === start) {
        problems.push(problem(["reviewers", at.i, "fallback"], "The fallbacks form a cycle"));
      }
      at = next;
    }
  }
  return problems;
}

export function unknownRuleReviewers({ rules, reviewers }: PolicyContent): Problem[] {
  const references = rules.map(({ reviewer }, i) => ({
    path: ["rules", i, "reviewer"],
    name: reviewer,
  }));
  return unresolved(references, entryIds(reviewers), "reviewer");
}

/** Reports rules whose reviewer is never asked. */
export function orphanRules(content: PolicyContent): Problem[] {
  const asked = askedReviewers(content);
  const known = entryIds(content.reviewers);
  return content.rules.flatMap(({ reviewer }, i) =>
    asked.has(reviewer) || !known.has(reviewer)
      ? []
      : [
          problem(
            ["rules", i, "reviewer"],
            `No policy asks ${reviewer}, the reviewer of this rule`,
          ),
        ],
  );
}

export function unknownReviewers({ policies, gaps, reviewers }: PolicyContent): Problem[] {
  const known = entryIds(reviewers);
  const demanded = policies.flatMap(({ require }, i) =>
    require.flatMap((demand, j): Reference[] =>
      "reviewer" in demand
        ? [{ path: ["policies", i, "require", j, "reviewer"], name: demand.reviewer }]
        : [],
    ),
  );
  const gap = gaps.reviewer === null ? [] : [{ path: ["gaps", "reviewer"], name: gaps.reviewer }];
  return [
    ...unresolved([...demanded, ...gap], known, "reviewer"),
    ...gap.filter(({ name }) => isCheck(reviewers, name)).map(({ path }) => notAnAgent(path)),
  ];
}

export function isCheck(reviewers: readonly Reviewer[], id: string): boolean {
  return reviewers.some((reviewer) => reviewer.id === id && reviewer.kind === "check");
}

export function notAnAgent(path: Reference["path"]): Problem {
  return problem(path, "Only an agent can do this, not a check");
}

export function entryIds(entries: readonly { id: string }[]): Set<string> {
  return new Set(entries.map(({ id }) => id));
}

/** Returns the reviewers that a policy may ask, with the fallbacks of each. */
export function askedReviewers({
  policies,
  panel,
  gaps,
  reviewers,
}: Pick<PolicyContent, "policies" | "panel" | "gaps" | "reviewers">): Set<string> {
  const asked = new Set([
    ...policies.flatMap(({ require }) =>
      require.flatMap((it) => ("reviewer" in it ? it.reviewer : [])),
    ),
    ...(panel?.members ?? []),
    ...(gaps.reviewer === null ? [] : [gaps.reviewer]),
    ...reviewers.flatMap(({ id, when }) => (when === undefined ? [] : [id])),
  ]);
  const fallbackOf = new Map(reviewers.map(({ id, fallback }) => [id, fallback]));
  for (const id of asked) {
    const fallback = fallbackOf.get(id);
    if (typeof fallback === "string") asked.add(fallback);
  }
  return asked;
}
