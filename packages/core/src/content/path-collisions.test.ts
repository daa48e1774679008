import { describe, expect, it } from "vitest";
import { findPathCollisions } from "./path-collisions.ts";

describe("paths that are one elsewhere", () => {
  it.each([
    ["case", ["ReadMe.md"], ["README.md"], [{ path: "ReadMe.md", other: "README.md" }]],
    [
      "the form of a letter",
      ["u\u{308}.md"],
      ["\u{FC}.md"],
      [{ path: "u\u{308}.md", other: "\u{FC}.md" }],
    ],
    ["the case of a folder", ["Src/b.ts"], ["src/a.ts"], [{ path: "Src/b.ts", other: "src" }]],
    ["a folder and a file", ["DOCS"], ["docs/a.md"], [{ path: "DOCS", other: "docs" }]],
    [
      "each other, both new",
      ["a.ts", "A.ts"],
      ["a.ts", "A.ts"],
      [
        { path: "a.ts", other: "A.ts" },
        { path: "A.ts", other: "a.ts" },
      ],
    ],
  ])("differ in %s", (_, changed, tree, expected) => {
    expect(findPathCollisions(changed, tree)).toEqual(expected);
  });

  it.each([
    ["a path that is there already", ["a.ts"], ["a.ts", "b.ts"]],
    ["the same name in another folder", ["x/readme.md"], ["y/README.md"]],
    ["other letters", ["straße.md"], ["strasse.md"]],
    ["two that collide and are not of this change", ["c.ts"], ["a.ts", "A.ts", "c.ts"]],
  ])("are not %s", (_, changed, tree) => {
    expect(findPathCollisions(changed, tree)).toEqual([]);
  });
});
