import { describe, expect, it } from "vitest";
import { comparableDiff } from "./is-same-diff.ts";

const diffOf = (patch: string, path = "a") =>
  comparableDiff({ files: [{ path, patch: Buffer.from(patch) }], unshown: [] });

const PATCH = [
  "diff --git a/a b/a",
  "index 1111111..2222222 100644",
  "--- a/a",
  "+++ b/a",
  "@@ -1,3 +1,3 @@ function one()",
  " before",
  "-old",
  "+new",
  " after",
  "",
].join("\n");

describe("comparableDiff", () => {
  it("leaves out what depends on the base: line numbers, the heading of a hunk, blob ids", () => {
    const moved = PATCH.replace("@@ -1,3 +1,3 @@ function one()", "@@ -9,3 +9,3 @@ two()").replace(
      "1111111..2222222",
      "3333333..4444444",
    );

    expect(diffOf(moved)).toBe(diffOf(PATCH));
  });

  it.each([
    ["a context line", PATCH.replace(" before", " Before")],
    ["an added line", PATCH.replace("+new", "+newer")],
    ["a removed line", PATCH.replace("-old", "-older")],
    ["the mode", PATCH.replace("100644", "100755")],
    ["a line that looks like a header", PATCH.replace("+new", "+@@ -1 +1 @@")],
    ["the size of a hunk", PATCH.replace("-1,3 +1,3", "-1,4 +1,4")],
  ])("keeps %s", (_, patch) => {
    expect(diffOf(patch)).not.toBe(diffOf(PATCH));
  });

  it("keeps the path, and the ids of files that are not shown as text", () => {
    const binary = (id: string) =>
      `diff --git a/a b/a\nindex 1111111..${id} 100644\nGIT binary patch\nliteral 1\nIc\n\n`;
    expect(diffOf(PATCH, "b")).not.toBe(diffOf(PATCH));
    expect(diffOf(binary("2222222"))).not.toBe(diffOf(binary("3333333")));
  });
});
