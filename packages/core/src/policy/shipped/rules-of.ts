import type { Rule } from "../schema-review.ts";

export type RuleText = Omit<Rule, "reviewer" | "category">;

/** Adds the reviewer and the category to each rule. */
export function rulesOf(
  reviewer: string,
  byCategory: Readonly<Record<string, readonly RuleText[]>>,
): Rule[] {
  return Object.entries(byCategory).flatMap(([category, rules]) =>
    rules.map((rule) => ({ ...rule, reviewer, category })),
  );
}
