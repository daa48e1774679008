import { describe, expect, it } from "vitest";
import { inTime } from "../testing/in-time.ts";
import { findHiddenText } from "./hidden-text.ts";

describe("findHiddenText", () => {
  it.each([
    { what: "an override", line: "a\u{202E}b", kind: "bidi", codePoint: 0x202e, column: 2 },
    { what: "an isolate", line: "\u{2066}", kind: "bidi", codePoint: 0x2066, column: 1 },
    { what: "a mark", line: "ab\u{200F}", kind: "bidi", codePoint: 0x200f, column: 3 },
    { what: "an Arabic mark", line: "\u{61C}", kind: "bidi", codePoint: 0x61c, column: 1 },
    { what: "a tag", line: "😀\u{E0041}", kind: "tag", codePoint: 0xe0041, column: 2 },
    {
      what: "a zero-width space",
      line: "if\u{200B}",
      kind: "zero_width",
      codePoint: 0x200b,
      column: 3,
    },
    {
      what: "a joiner in Latin",
      line: "a\u{200D}b",
      kind: "zero_width",
      codePoint: 0x200d,
      column: 2,
    },
    {
      what: "a non-joiner in Latin",
      line: "a\u{200C}b",
      kind: "zero_width",
      codePoint: 0x200c,
      column: 2,
    },
    { what: "a word joiner", line: "a\u{2060}", kind: "zero_width", codePoint: 0x2060, column: 2 },
    {
      what: "a byte order mark inside",
      line: "a\u{FEFF}",
      kind: "zero_width",
      codePoint: 0xfeff,
      column: 2,
    },
    { what: "an escape", line: "\u{1B}[2K", kind: "control", codePoint: 0x1b, column: 1 },
    { what: "NUL", line: "\0", kind: "control", codePoint: 0, column: 1 },
    { what: "backspace", line: "a\b", kind: "control", codePoint: 8, column: 2 },
    {
      what: "a control of the second set",
      line: "\u{9B}31m",
      kind: "control",
      codePoint: 0x9b,
      column: 1,
    },
    { what: "a return inside the line", line: "a\rb", kind: "control", codePoint: 13, column: 2 },
    { what: "a line separator", line: "a\u{2028}b", kind: "control", codePoint: 0x2028, column: 2 },
    { what: "half a character", line: "a\u{D800}b", kind: "control", codePoint: 0xd800, column: 2 },
    {
      what: "an empty Braille cell",
      line: "if (ok\u{2800})",
      kind: "invisible",
      codePoint: 0x2800,
      column: 7,
    },
    {
      what: "a selector after a digit",
      line: "user1\u{FE0F}",
      kind: "invisible",
      codePoint: 0xfe0f,
      column: 6,
    },
    {
      what: "a selector after a sign",
      line: "a =\u{FE00} b",
      kind: "invisible",
      codePoint: 0xfe00,
      column: 4,
    },
    {
      what: "a note without a head",
      line: "a\u{1D159}",
      kind: "invisible",
      codePoint: 0x1d159,
      column: 2,
    },
    {
      what: "a Hangul filler",
      line: "const \u{3164}",
      kind: "invisible",
      codePoint: 0x3164,
      column: 7,
    },
    { what: "a soft hyphen", line: "a\u{AD}b", kind: "invisible", codePoint: 0xad, column: 2 },
    {
      what: "a selector after a letter",
      line: "a\u{FE0F}",
      kind: "invisible",
      codePoint: 0xfe0f,
      column: 2,
    },
    {
      what: "a second selector",
      line: "❤\u{FE0F}\u{FE01}",
      kind: "invisible",
      codePoint: 0xfe01,
      column: 3,
    },
    {
      what: "a Han selector after a letter",
      line: "a\u{E0100}",
      kind: "invisible",
      codePoint: 0xe0100,
      column: 2,
    },
    { what: "an annotation", line: "\u{FFF9}", kind: "invisible", codePoint: 0xfff9, column: 1 },
    { what: "a grapheme joiner", line: "a\u{34F}", kind: "invisible", codePoint: 0x34f, column: 2 },
  ])("finds $what", ({ line, kind, codePoint, column }) => {
    expect(findHiddenText(line)).toEqual([{ kind, codePoint, column }]);
  });

  it.each([
    { what: "code", line: '\tconst a = "é ñ 日本 العربية";\r' },
    {
      what: "emoji of several parts",
      line: "👩\u{200D}💻 👨🏽\u{200D}🚀 ❤\u{FE0F} 1\u{FE0F}\u{20E3} 🏳\u{FE0F}\u{200D}🌈",
    },
    { what: "a Persian word", line: "می\u{200C}خواهم" },
    { what: "a Hindi word", line: "क्\u{200D}ष" },
    { what: "a variant of a Han character", line: "葛\u{E0100}" },
    { what: "marks on letters", line: "e\u{301}" },
    { what: "wide and narrow spaces", line: "a\u{A0}b\u{3000}c\u{202F}d" },
    { what: "nothing", line: "" },
  ])("leaves $what alone", ({ line }) => {
    expect(findHiddenText(line)).toEqual([]);
  });

  it("leaves the byte order mark that starts a file alone, and only that", () => {
    const line = "\u{FEFF}a\u{FEFF}";

    expect(findHiddenText(line, { startsFile: true })).toMatchObject([{ column: 3 }]);
    expect(findHiddenText(line)).toMatchObject([{ column: 1 }, { column: 3 }]);
  });

  it("lists at most fifty of one line", () => {
    expect(findHiddenText("\u{200B}".repeat(1_000))).toHaveLength(50);
  });

  it.each(["\u{200B}", "a\u{200D}", "👩\u{200D}", "\t", "\r", "\u{FE0F}", "❤\u{FE0F}", "é"])(
    "takes linear time for a long line of %j",
    (piece) => {
      inTime(1_500, () => findHiddenText(piece.repeat(1_000_000 / piece.length)));
    },
  );
});
