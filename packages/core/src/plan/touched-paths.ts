import type { Facts } from "../content/schema.ts";

/** Every path that a change touches, sorted. A rename or copy counts with both names. */
export function touchedPaths(facts: Pick<Facts, "files">): string[] {
  const paths = facts.files.flatMap(({ path, oldPath }) =>
    oldPath === undefined ? [path] : [path, oldPath],
  );
  return [...new Set(paths)].sort();
}
