import { describe, expect, it } from "vitest";
import { safeText } from "./safe-text.ts";

describe("safeText", () => {
  it.each([
    ["plain text", "plain text"],
    ["\u001b[2J", "␛[2J"],
    ["a\u009b31mb", "a‹U+009B›31mb"],
    ["\u001b]52;c;eA==\u0007", "␛]52;c;eA==␇"],
    ["line\r\nnext", "line␍␊next"],
    ["tab\there", "tab  here"],
    ["\u202eevil", "‹U+202E›evil"],
    ["zero\u200bwidth", "zero‹U+200B›width"],
    ["\u007f", "␡"],
    ["\ud800", "‹U+D800›"],
    ["Grüße 日本", "Grüße 日本"],
  ])("shows %j as %j", (given, shown) => {
    expect(safeText(given)).toBe(shown);
    expect(safeText(shown)).toBe(shown);
  });

  it("writes nothing beyond ASCII where there is nothing else, sign for sign", () => {
    expect(safeText("✓ ▶you │ ü", true)).toBe("v >you | ?");
    expect(safeText("\u001b", true)).toBe("?");
  });
});
