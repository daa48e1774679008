import { describe, expect, it } from "vitest";
import { cellWidth, cutText, shortenText, wrapText } from "./measure.ts";

describe("widthOf", () => {
  it.each([
    ["abc", 3],
    ["日本", 4],
    ["é", 1],
    ["e\u0301", 1],
    ["✓▶│", 3],
  ])("counts the cells of %j as %i", (text, width) => {
    expect(cellWidth(text)).toBe(width);
  });
});

describe("cutTo and shorten", () => {
  it("never cut a character in half", () => {
    expect(cutText("日本語", 5)).toBe("日本");
    expect(cutText("e\u0301e\u0301", 1)).toBe("e\u0301");
    expect(shortenText("Add user authentication", 10)).toBe("Add user …");
    expect(shortenText("short", 10)).toBe("short");
    expect(shortenText("日本語", 4)).toBe("日…");
  });
});

describe("wrap", () => {
  it("breaks at spaces, and a word that is too long where it must", () => {
    expect(wrapText("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrapText("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
    expect(wrapText("a\nb", 4)).toEqual(["a", "b"]);
    expect(wrapText("日本語", 1)).toEqual([""]);
  });
});
