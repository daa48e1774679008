import type { FileFact } from "../content/schema.ts";

/** Returns every path that a change touches, sorted. A rename or copy counts with both names. */
export function touchedPaths(facts: {
  files: readonly Pick<FileFact, "path" | "oldPath">[];
}): string[] {
  const paths = facts.files.flatMap(({ path, oldPath }) =>
    oldPath === undefined ? [path] : [path, oldPath],
  );
  return [...new Set(paths)].sort();
}
