import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allTitles } from "./all-titles.ts";
import { readTitles } from "./read-titles.ts";
import { findMissing, SUCCESSORS } from "./successors.ts";

const EARLIER = readFileSync(new URL("earlier-titles.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "");

describe("tests of earlier versions", () => {
  const titles = allTitles();

  it("still exist, under their title or the one that replaced it", () => {
    expect(EARLIER.length).toBeGreaterThan(4_000);
    expect(findMissing(EARLIER, titles, SUCCESSORS)).toEqual([]);
  });

  it("have a successor only if their title is gone, and each of these was a title", () => {
    const present = new Set(titles);
    const earlier = new Set(EARLIER);
    const wrong = Object.keys(SUCCESSORS).filter((old) => present.has(old) || !earlier.has(old));
    expect(wrong).toEqual([]);
  });
});

describe("findMissing", () => {
  it.each([
    [["a", "b"], ["a"], {}, ["b"]],
    [["a", "a"], ["a"], {}, ["a"]],
    [["a"], ["b"], { a: "b" }, []],
    [["a", "b"], ["b"], { a: "b" }, ["b"]],
  ])("%j of earlier, %j now, renamed %j: %j", (earlier, now, successors, missing) => {
    expect(findMissing(earlier, now, successors)).toEqual(missing);
  });
});

describe("readTitles", () => {
  it("joins suites and tests, tables included", () => {
    const source = `
      describe("the gate", () => {
        describe.each([1])("of %s", () => {
          it.each([1])("opens %j", () => {});
        });
        it.skipIf(true)("closes", () => {});
      });
      it(\`counts to \${MAX}\`, () => {});
    `;
    expect(readTitles("a.ts", source)).toEqual([
      "the gate > of %s > opens %j",
      "the gate > closes",
      "counts to …",
    ]);
  });
});
