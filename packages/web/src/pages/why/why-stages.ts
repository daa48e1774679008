import { reasonText, type TaskView, type WhyView } from "@countersign/api";
import { countText } from "@countersign/review";

/** A policy entry that took effect, and the fact that triggered it. */
export type WhyRule = { entry: string; fact: string };

/** One of the six stages between a change and its decision. */
export type WhyStage = {
  title: string;
  input: string;
  output: readonly string[];
  /** The policy entries that fired. */
  rules: readonly WhyRule[];
  /** What would have made the policy require more: entry and what it needs. */
  nearly: readonly WhyRule[];
  /** The part of the answer that the stage shows, for copying. */
  json: unknown;
};

/** Returns the six stages of a round. Empty without a plan. */
export function whyStages(why: WhyView, task: TaskView): readonly WhyStage[] {
  const { plan } = why;
  const { round } = task;
  if (plan === null || round === null) return [];
  return [
    normalizeStage(task),
    classifyStage(plan),
    composeStage(plan),
    gapStage(plan),
    reviewStage(round),
    decideStage(why),
  ];
}

type Plan = NonNullable<WhyView["plan"]>;
type Round = NonNullable<TaskView["round"]>;

function normalizeStage({ round, location }: TaskView): WhyStage {
  const change = round?.change ?? null;
  const tree = round?.content.tree.slice(0, 12) ?? "";
  return {
    title: "Normalize",
    input: `${location?.branch ?? "submitted work"}, tree ${tree}`,
    output:
      change === null
        ? ["not read yet"]
        : [
            `${countText(change.files, "file")}, +${change.linesAdded} −${change.linesDeleted}`,
            ...change.unshown.map(({ path, why }) => `not shown: ${path} (${why})`),
            ...change.weakenedTests.map(({ path, what }) => `weakened test: ${path} (${what})`),
          ],
    rules: [],
    nearly: [],
    json: round?.content ?? null,
  };
}

function classifyStage({ classification }: Plan): WhyStage {
  const { domains, risk, terms, type, typeBecause, scope, protectedPaths } = classification;
  return {
    title: "Classify",
    input: "the facts of the change",
    output: [
      `type ${type}, scope ${scope}`,
      `domains ${domains.length === 0 ? "none" : domains.join(", ")}`,
      `risk ${risk} of 10`,
      ...terms.map(
        ({ term, points, fact }) => `${points > 0 ? "+" : ""}${points} ${term}: ${fact}`,
      ),
      ...protectedPaths.map((path) => `protected: ${path}`),
    ],
    rules: [typeBecause],
    nearly: [],
    json: classification,
  };
}

function composeStage({ requirements, near, skipped }: Plan): WhyStage {
  return {
    title: "Compose",
    input: "policy, facts and roster",
    output: [
      ...requirements.map(({ id, who }) => `${id}: ${who.join(", ")}`),
      ...skipped.map(({ layer, reason, detail }) => `skipped ${layer}: ${detail ?? reason}`),
    ],
    rules: unique(requirements.flatMap(({ because }) => because)),
    nearly: near.map(({ reviewer, entry, needs }) => ({
      entry,
      fact: `${reviewer} needs ${needs}`,
    })),
    json: { requirements, skipped, near },
  };
}

function gapStage({ gaps, requested = [] }: Plan): WhyStage {
  return {
    title: "Find gaps",
    input: "the composed reviewers",
    output: [
      ...gaps.map(({ concern, reviewer }) => `added ${reviewer}: ${concern}`),
      ...requested.map(({ reviewer, by }) => `added ${reviewer}: requested by ${by}`),
      ...(gaps.length + requested.length === 0 ? ["nothing is missing"] : []),
    ],
    rules: gaps.map(({ foundBy, concern }) => ({ entry: foundBy, fact: concern })),
    nearly: [],
    json: { gaps, requested },
  };
}

function reviewStage({ requirements }: Round): WhyStage {
  return {
    title: "Review",
    input: `${requirements.length} requirements`,
    output: requirements.flatMap(({ id, status, verdicts, withoutResult }) => [
      `${id}: ${status}`,
      ...verdicts.map(({ by, opinion }) => `  ${by}: ${opinion}`),
      ...withoutResult.map(({ reviewer }) => `  ${reviewer}: no result`),
    ]),
    rules: [],
    nearly: [],
    json: requirements,
  };
}

function decideStage({ decisions }: WhyView): WhyStage {
  const decided = decisions.at(-1);
  return {
    title: "Decide",
    input: "plan, verdicts and findings",
    output:
      decided === undefined
        ? ["not decided yet"]
        : [
            `effect ${decided.decision.effect}`,
            `gate ${decided.decision.gate.replaceAll("_", " ")}`,
          ],
    rules: (decided?.decision.reasons ?? []).map(({ table, row, requirement }) => ({
      entry: table,
      fact: requirement === null ? reasonText(row) : `${reasonText(row)} (${requirement})`,
    })),
    nearly: [],
    json: decided ?? null,
  };
}

/** Drops rules that are listed already: one policy entry often adds several reviewers. */
function unique(rules: readonly WhyRule[]): readonly WhyRule[] {
  return [...new Map(rules.map((rule) => [`${rule.entry} ${rule.fact}`, rule])).values()];
}
