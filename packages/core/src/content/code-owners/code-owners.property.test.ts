import fc from "fast-check";
import { expect, it } from "vitest";
import { times } from "../../testing/scale.ts";
import { findOwnerRule } from "./find-code-owners.ts";
import { parseCodeOwners } from "./parse-code-owners.ts";

const name = fc.constantFrom("a", "b", "ab", ".c", "a.ts");
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const part = fc.oneof(name, fc.constantFrom("*", "**", "*.ts", "a*", "?"));
const pattern = fc
  .record({
    isAnchored: fc.boolean(),
    isDirectory: fc.boolean(),
    parts: fc.array(part, { minLength: 1, maxLength: 4 }),
  })
  .map(({ isAnchored, isDirectory, parts }) => {
    const body = parts.join("/");
    return `${isAnchored ? "/" : ""}${body}${isDirectory ? "/" : ""}`;
  });

/** A second reading of GitHub's description, directory by directory. */
function isOwned(text: string, owned: string): boolean {
  const isDirectory = text.endsWith("/");
  const parts = text.split("/").filter((one) => one !== "");
  const isAnchored = text.startsWith("/") || parts.length > 1;
  const names = owned.split("/");
  const last = parts.at(-1);
  const starts = isAnchored ? [0] : names.map((_, index) => index);
  const lengths = starts.flatMap((start) => [...readParts(parts, names, start)]);
  if (isDirectory) return lengths.some((end) => end < names.length);
  if (last === "*" || last === "**") return lengths.includes(names.length);
  return lengths.length > 0;
}

/** The ends of everything that the parts can match from a position on. */
function* readParts(
  parts: readonly string[],
  names: readonly string[],
  from: number,
): Generator<number> {
  const [first, ...rest] = parts;
  if (first === undefined) {
    yield from;
    return;
  }
  if (first === "**") {
    // At the end it stands for at least one name.
    const least = rest.length === 0 ? from + 1 : from;
    for (let end = least; end <= names.length; end += 1) yield* readParts(rest, names, end);
    return;
  }
  const own = names[from];
  const source = first.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll("?", ".");
  if (own !== undefined && new RegExp(`^${source}$`, "u").test(own))
    yield* readParts(rest, names, from + 1);
}

it("finds the last line whose pattern covers a path, as a second reading does", () => {
  const seen = { owned: 0, free: 0, overruled: 0 };
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1, maxLength: 5 }), path, (patterns, owned) => {
      const file = parseCodeOwners(patterns.map((one) => `${one} @ana`).join("\n"));
      expect(file.skipped).toEqual([]);
      const expected = patterns.findLastIndex((one) => isOwned(one, owned));
      expect(findOwnerRule(file, owned)?.line ?? 0).toBe(expected + 1);
      if (expected < 0) seen.free += 1;
      else seen.owned += 1;
      if (patterns.findIndex((one) => isOwned(one, owned)) < expected) seen.overruled += 1;
    }),
    { numRuns: times(3_000, 1_000) },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
});
