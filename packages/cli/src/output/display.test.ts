import { describe, expect, it } from "vitest";
import { display, displayShort } from "./display.ts";

const ESC = "\u001b";

describe("display", () => {
  it.each([
    ["a colour", `${ESC}[31mred`, "␛[31mred"],
    ["a window title", `${ESC}]0;owned\u0007`, "␛]0;owned␇"],
    ["the clipboard", `${ESC}]52;c;aGk=${ESC}\\`, "␛]52;c;aGk=␛\\"],
    ["a carriage return", "ok\rrm -rf", "ok␍rm -rf"],
    ["a backspace", "ab\b\bcd", "ab␈␈cd"],
    ["a C1 control", "\u009b31m", "‹U+009B›31m"],
    ["bidi marks", "a\u202eb\u2066c", "a‹U+202E›b‹U+2066›c"],
    ["zero-width characters", "pass\u200bword\ufeff", "pass‹U+200B›word‹U+FEFF›"],
    ["tags", "a\u{e0041}b", "a‹U+E0041›b"],
    ["a lone surrogate", "a\ud800b", "a‹U+D800›b"],
    ["line separators", "a\u2028b", "a‹U+2028›b"],
    ["delete", "a\u007f", "a␡"],
    ["a line feed", "one\ntwo", "one␊two"],
  ])("makes %s visible", (_, text, shown) => {
    expect(display(text)).toBe(shown);
  });

  it("leaves letters of every script as they are", () => {
    expect(display("Größe 東京 Привет ✓ 🎉")).toBe("Größe 東京 Привет ✓ 🎉");
  });

  it("keeps line feeds and tabs where lines are wanted", () => {
    expect(display("a\n\tb\r", { lines: true })).toBe("a\n\tb␍");
  });

  it("uses ASCII alone where only that can be shown", () => {
    expect(display(`${ESC}[0m\u202e`, { ascii: true })).toBe("<U+001B>[0m<U+202E>");
  });

  it("never lets a control through, whatever the text", () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const shown = display(String.fromCharCode(code));
      if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(shown)) throw new Error(`U+${code.toString(16)}`);
    }
  });
});

describe("displayShort", () => {
  it("puts a text on one line and says that it was cut", () => {
    expect(displayShort("one\n  two\tthree", 100)).toBe("one two three");
    expect(displayShort("abcdefghij", 8)).toBe("abcde...");
  });

  it("never cuts a character in half", () => {
    expect(displayShort("🎉🎉🎉🎉🎉🎉", 5)).toBe("🎉🎉...");
    expect(displayShort("🎉".repeat(100), 5)).toBe("🎉🎉...");
  });
});
