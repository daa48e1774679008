import type { Tints } from "@countersign/review";
import { safeText } from "@countersign/review";
import { describe, expect, it } from "vitest";
import { cellWidth, cutText } from "../terminal/measure.ts";
import { hostileText, randomFrom } from "../testing/hostile-samples.ts";
import { codeSpans } from "./code-spans.ts";
import { highlightLines } from "./highlight-lines.ts";

const TEXT = 'const a = "x"; // why';
const TINTS: Tints = [
  { from: 0, to: 5, paint: "word" },
  { from: 10, to: 13, paint: "quote" },
  { from: 15, to: 21, paint: "remark" },
];
const shown = (text: string, tints: Tints, from: number, room: number): string[] =>
  codeSpans(text, tints, { from, to: text.length, room, paint: "added" }).map(
    ({ text: piece, paint }) => `${paint}:${piece}`,
  );

describe("codeSpans", () => {
  it("paints the parts, and everything else as the line is", () => {
    expect(shown(TEXT, TINTS, 0, 80)).toEqual([
      "word:const",
      "added: a = ",
      'quote:"x"',
      "added:; ",
      "remark:// why",
    ]);
    expect(shown("plain", [], 0, 80)).toEqual(["added:plain"]);
    expect(shown("", [], 0, 80)).toEqual([]);
  });

  it("shows exactly what is in sight, from wherever it is looked at", () => {
    expect(shown(TEXT, TINTS, 3, 9)).toEqual(["word:st", "added: a = ", 'quote:"', "faint:…"]);
    expect(shown(TEXT, TINTS, 40, 9)).toEqual([]);
    for (let from = 0; from < 25; from += 1) {
      for (let room = 1; room < 25; room += 1) {
        const place = { from, to: TEXT.length, room, paint: "plain" } as const;
        const text = codeSpans(TEXT, TINTS, place).map((one) => one.text);
        const isCut = TEXT.length > from + room;
        const wanted = isCut ? `${TEXT.slice(from, from + room - 1)}…` : TEXT.slice(from);
        expect(text.join("")).toBe(wanted);
      }
    }
  });

  it("makes each part safe, and ends where the room does", () => {
    const tints: Tints = [{ from: 1, to: 3, paint: "quote" }];
    expect(shown("a\u001b\u202eb", tints, 0, 80)).toEqual([
      "added:a",
      "quote:␛‹U+202E›",
      "added:b",
    ]);
    expect(shown("a\u001b\u202eb", tints, 0, 5)).toEqual(["added:a", "quote:␛‹U", "faint:…"]);
    expect(shown("日本語", [{ from: 0, to: 2, paint: "word" }], 0, 3)).toEqual([
      "word:日",
      "faint:…",
    ]);
  });

  it("takes parts as they are given, however wrong", () => {
    const wrong: Tints = [
      { from: 5, to: 2, paint: "word" },
      { from: -3, to: 99, paint: "quote" },
      { from: 4, to: 6, paint: "name" },
    ];
    expect(
      shown("abcdef", wrong, 0, 80)
        .map((one) => one.split(":")[1])
        .join(""),
    ).toBe("abcdef");
  });

  it("shows hostile code as it would be shown without colours, never wider than its room", async () => {
    const random = randomFrom(3);
    const texts = Array.from({ length: 500 }, () => {
      const quotes = ['"', "// ", "/* ", "`", "const a = "];
      return `${quotes[Math.floor(random() * quotes.length)]}${hostileText(random)}`;
    }).map((text) => text.replaceAll("\n", " "));
    const tints = await highlightLines("typescript", texts);
    for (const [at, text] of texts.entries()) {
      const room = 10 + (at % 70);
      const place = { from: 0, to: text.length, room, paint: "plain" } as const;
      const spans = codeSpans(text, tints[at] ?? [], place);
      const drawn = spans.map((one) => one.text).join("");
      expect(drawn).toBe(safeText(drawn));
      expect(cellWidth(drawn)).toBeLessThanOrEqual(room);
      const plain = safeText(text.slice(0, room + 1));
      const isCut = cellWidth(plain) > room || text.length > room + 1;
      const cut = `${cutText(safeText(text.slice(0, room)), room - 1)}…`;
      expect(drawn).toBe(isCut ? cut : plain);
    }
  });
});
