import { describe, expect, it } from "vitest";
import { sliceColumns } from "./slice-columns.ts";

describe("sliceColumns", () => {
  it("keeps a line that fits in one row", () => {
    expect(sliceColumns("const a = 1;", 20)).toEqual([{ from: 0, to: 12 }]);
    expect(sliceColumns("", 20)).toEqual([{ from: 0, to: 0 }]);
  });

  it("continues a long line on further rows and leaves nothing out", () => {
    const slices = sliceColumns("x".repeat(1_000_001), 100);
    expect(slices).toHaveLength(10_001);
    expect(slices.at(-1)).toEqual({ from: 1_000_000, to: 1_000_001 });
  });

  it.each([
    "日本語のテキスト".repeat(20),
    "a\u202eb\u200bc".repeat(30),
    "👩‍👩‍👧 emoji 🎉".repeat(9),
  ])("covers every character of %j without splitting one", (text) => {
    const slices = sliceColumns(text, 24);
    expect(slices.map(({ from, to }) => text.slice(from, to)).join("")).toBe(text);
    for (const { from, to } of slices) expect(text.slice(from, to).isWellFormed()).toBe(true);
  });

  it("places a character that is wider than a row alone", () => {
    expect(sliceColumns("\u202e\u202e", 3)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ]);
  });
});
