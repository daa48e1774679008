import { matchesGlob } from "../../policy/glob/glob.ts";
import type { CodeOwners, OwnerRule } from "./parse-code-owners.ts";

/** Returns the rule that decides who owns a path: the last that matches. Null if none does. */
export function findOwnerRule(
  { rules }: Pick<CodeOwners, "rules">,
  path: string,
): OwnerRule | null {
  return rules.findLast(({ glob }) => matchesGlob(glob, path)) ?? null;
}

/** The rules with owners that the paths of a change fall under, each with its first path. */
export function findOwnerRules(
  file: Pick<CodeOwners, "rules">,
  paths: readonly string[],
): { rule: OwnerRule; path: string }[] {
  const found = new Map<OwnerRule, string>();
  for (const path of paths) {
    const rule = findOwnerRule(file, path);
    if (rule !== null && rule.owners.length > 0 && !found.has(rule)) found.set(rule, path);
  }
  return [...found]
    .map(([rule, path]) => ({ rule, path }))
    .sort((a, b) => a.rule.line - b.rule.line);
}
