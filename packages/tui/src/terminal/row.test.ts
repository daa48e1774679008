import { describe, expect, it } from "vitest";
import { cell, fitRow, row, rowText, rowWidth, span, spreadRow } from "./row.ts";

describe("a row", () => {
  it("is made exactly as wide as asked, with a sign where something is missing", () => {
    expect(rowText(fitRow(row("abc"), 5))).toBe("abc  ");
    expect(rowText(fitRow(row("abcdef"), 4))).toBe("abc…");
    expect(rowText(fitRow(row("ab", span("cdef", "good")), 4))).toBe("abc…");
    expect(rowWidth(fitRow(row("日本語"), 4))).toBe(4);
  });

  it("keeps its right part and lets the left give way", () => {
    expect(rowText(spreadRow(row("left"), row("right"), 12))).toBe("left   right");
    expect(rowText(spreadRow(row("too long"), row("right"), 9))).toBe("too…right");
  });

  it("has cells of a fixed width", () => {
    expect(cell("abcdef", 4).text).toBe("abc…");
    expect(cell("a", 3).text).toBe("a  ");
  });

  it("shows what a terminal would obey", () => {
    expect(rowText(row("\u001b[31m"))).toBe("␛[31m");
  });
});
