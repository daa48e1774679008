import { describe, expect, it } from "vitest";
import type { ChangedFile } from "./change.ts";
import { bothVersions, hunksWithContext, nextContextSize } from "./context.ts";

const around = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => ` line ${first + at}`);

function fileOf(lines: readonly string[]): ChangedFile {
  return { path: "a.ts", what: "changed", added: 1, removed: 1, lines };
}

/** A hundred lines of which the fiftieth is another. */
const patch = fileOf([
  "@@ -47,7 +47,7 @@ f",
  ...around(47, 49),
  "-line 50",
  "+other",
  ...around(51, 53),
]);
const whole = fileOf([
  "@@ -1,100 +1,100 @@",
  ...around(1, 49),
  "-line 50",
  "+other",
  ...around(51, 100),
]);

function shown(
  level: "near" | "far" | "all",
): [first: number | null, count: number, skipped: number][] {
  return hunksWithContext(patch, whole, level, false).map(({ lines, skipped }) => [
    lines[0]?.new ?? null,
    lines.length,
    skipped,
  ]);
}

describe("the lines around a change", () => {
  it("grow from three to twenty-five to the whole file, and shrink again", () => {
    expect(shown("near")).toEqual([[47, 8, 46]]);
    expect(shown("far")).toEqual([[25, 52, 24]]);
    expect(shown("all")).toEqual([
      [1, 49, 0],
      [null, 52, 0],
    ]);
    expect([nextContextSize("near"), nextContextSize("far"), nextContextSize("all")]).toEqual([
      "far",
      "all",
      "near",
    ]);
  });

  it("are what the patch brings until the whole file is there", () => {
    expect(hunksWithContext(patch, undefined, "all", false)).toHaveLength(1);
  });

  it("join two changes that are near each other, and count what is between others", () => {
    const two = fileOf([
      "@@ -1,120 +1,120 @@",
      "-line 1",
      "+one",
      ...around(2, 39),
      "-line 40",
      "+forty",
      ...around(41, 110),
      "-line 111",
      "+last",
      ...around(112, 120),
    ]);
    const hunks = hunksWithContext(patch, two, "far", false);
    expect(hunks.map(({ skipped, lines }) => [skipped, lines.at(-1)?.new])).toEqual([
      [0, 65],
      [20, 120],
    ]);
    const numbers = hunks.flatMap(({ lines }) => lines.map((line) => line.new ?? 0));
    expect(new Set(numbers.filter((one) => one > 0)).size).toBe(100);
  });
});

describe("bothVersions", () => {
  it("gives back the old and the new text", () => {
    const { old, now } = bothVersions(whole);
    expect(old.split("\n")).toHaveLength(101);
    expect(old).toContain("line 49\nline 50\nline 51\n");
    expect(now).toContain("line 49\nother\nline 51\n");
  });

  it("knows of a last line without an end", () => {
    const file = fileOf(["@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+b"]);
    expect(bothVersions(file)).toEqual({ old: "a", now: "b\n" });
  });
});
