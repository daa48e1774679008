import type { DiffLine } from "@countersign/review";
import { describe, expect, it } from "vitest";
import { linePieces } from "./line-pieces.ts";

const line = (sign: "+" | "-" | " ", text: string): DiffLine => ({ sign, old: 1, new: 1, text });
const whole = (text: string) => ({ from: 0, to: text.length });

describe("linePieces", () => {
  const text = "const limit = 100;";

  it("marks the part that differs from the other version", () => {
    const pieces = linePieces({
      line: line("+", text),
      other: line("-", "const limit = 1000;"),
      slice: whole(text),
      tints: [{ from: 0, to: 5, paint: "word" }],
      wanted: "",
    });
    expect(pieces.map(({ text: one }) => one).join("")).toBe(text);
    expect(pieces[0]).toEqual({ text: "const", kind: "word", isMatch: false });
  });

  it("marks a match that lies across two tokens", () => {
    const pieces = linePieces({
      line: line(" ", text),
      other: null,
      slice: whole(text),
      tints: [{ from: 0, to: 5, paint: "word" }],
      wanted: "st li",
    });
    expect(pieces.map(({ text: one }) => one).join("")).toBe(text);
    expect(pieces.filter(({ isMatch }) => isMatch).map(({ text: one }) => one)).toEqual([
      "st",
      " li",
    ]);
  });

  it("shows the slice of its row and nothing else", () => {
    const pieces = linePieces({
      line: line("+", text),
      other: null,
      slice: { from: 6, to: 11 },
      tints: [{ from: 4, to: 8, paint: "name" }],
      wanted: "",
    });
    expect(pieces).toEqual([
      { text: "li", kind: "name", isMatch: false },
      { text: "mit", kind: null, isMatch: false },
    ]);
  });
});
