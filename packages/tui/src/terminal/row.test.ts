import { describe, expect, it } from "vitest";
import { apart, cell, fit, row, rowWidth, span, textOf } from "./row.ts";

describe("a row", () => {
  it("is made exactly as wide as asked, with a sign where something is missing", () => {
    expect(textOf(fit(row("abc"), 5))).toBe("abc  ");
    expect(textOf(fit(row("abcdef"), 4))).toBe("abc…");
    expect(textOf(fit(row("ab", span("cdef", "good")), 4))).toBe("abc…");
    expect(rowWidth(fit(row("日本語"), 4))).toBe(4);
  });

  it("keeps its right part and lets the left give way", () => {
    expect(textOf(apart(row("left"), row("right"), 12))).toBe("left   right");
    expect(textOf(apart(row("too long"), row("right"), 9))).toBe("too…right");
  });

  it("has cells of a fixed width", () => {
    expect(cell("abcdef", 4).text).toBe("abc…");
    expect(cell("a", 3).text).toBe("a  ");
  });

  it("shows what a terminal would obey", () => {
    expect(textOf(row("\u001b[31m"))).toBe("␛[31m");
  });
});
