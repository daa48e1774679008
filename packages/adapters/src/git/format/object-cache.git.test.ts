import { expect, it } from "vitest";
import { createObjectCache } from "./object-cache.ts";

it("forgets what was used longest ago, by how much it holds", () => {
  const { trees, commits } = createObjectCache();
  const entry = { mode: "100644", id: "a" };
  const tree = new Map(Array.from({ length: 6_000 }, (_, at) => [String(at), entry]));
  for (const id of ["one", "two", "three"]) trees.set(id, tree);
  expect(trees.get("one")).toBe(tree);
  trees.set("four", tree);

  expect(["one", "two", "three", "four"].map((id) => trees.get(id) !== undefined)).toEqual([
    ...[true, false, true, true],
  ]);
  const message = "x".repeat(3 * 1024 * 1024);
  commits.set("large", {
    ...{ tree: "a", parents: [], author: null, committer: null },
    ...{ committed: 0, isEncoded: false, message },
  });
  expect(commits.get("large")).toBeUndefined();
  const { objects } = createObjectCache();
  const blob = { type: "blob", bytes: Buffer.alloc(1024 * 1024) } as const;
  for (const id of ["one", "two"]) objects.set(id, blob);
  expect(objects.get("one")).toBeUndefined();
  expect(objects.get("two")).toBe(blob);
});
