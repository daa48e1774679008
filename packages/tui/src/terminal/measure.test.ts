import { describe, expect, it } from "vitest";
import { cutTo, shorten, widthOf, wrap } from "./measure.ts";

describe("widthOf", () => {
  it.each([
    ["abc", 3],
    ["日本", 4],
    ["é", 1],
    ["e\u0301", 1],
    ["✓▶│", 3],
  ])("counts the cells of %j as %i", (text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});

describe("cutTo and shorten", () => {
  it("never cut a character in half", () => {
    expect(cutTo("日本語", 5)).toBe("日本");
    expect(cutTo("e\u0301e\u0301", 1)).toBe("e\u0301");
    expect(shorten("Add user authentication", 10)).toBe("Add user …");
    expect(shorten("short", 10)).toBe("short");
    expect(shorten("日本語", 4)).toBe("日…");
  });
});

describe("wrap", () => {
  it("breaks at spaces, and a word that is too long where it must", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrap("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
    expect(wrap("a\nb", 4)).toEqual(["a", "b"]);
    expect(wrap("日本語", 1)).toEqual([""]);
  });
});
