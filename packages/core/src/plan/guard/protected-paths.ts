import type { Facts } from "../../content/schema.ts";
import { compileGlobs } from "../../policy/glob/glob.ts";
import { splitProtected } from "../../policy/policy-files.ts";
import { touchedPaths } from "../touched-paths.ts";

/** Returns the protected paths that a change touches, sorted. Parts of a file are `file#key`. */
export function protectedPaths(
  facts: Pick<Facts, "files" | "changedKeys">,
  entries: readonly string[],
): string[] {
  const guards = entries.map(splitProtected);
  const wholeFiles = guards.flatMap(({ pattern, key }) => (key === undefined ? [pattern] : []));
  const files = touchedPaths(facts).filter(compileGlobs(wholeFiles));
  const keys = facts.changedKeys.filter((changed) => {
    const at = changed.lastIndexOf("#");
    const patterns = guards.flatMap(({ pattern, key }) =>
      key === changed.slice(at + 1) ? [pattern] : [],
    );
    return compileGlobs(patterns)(changed.slice(0, at));
  });
  return [...new Set([...files, ...keys])].sort();
}
