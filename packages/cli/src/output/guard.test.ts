import { describe, expect, it } from "vitest";
import { guard, guardJson } from "./guard.ts";
import { createStyle } from "./style.ts";

const ESC = "\u001b";

describe("guard", () => {
  it("lets the colours of our own style pass", () => {
    const style = createStyle({ color: "always", ascii: false, env: {}, stream: {} });
    const text = `${style.paint("bad", "error:")} ${style.paint("place", "here")}\n`;
    expect(guard(text)).toBe(text);
  });

  it.each([
    ["moves of the cursor", `${ESC}[2J${ESC}[1;1H`, "␛[2J␛[1;1H"],
    ["window titles", `${ESC}]0;x\u0007`, "␛]0;x␇"],
    ["hidden text", `${ESC}[8mhidden`, "␛[8mhidden"],
    ["bidi marks", "a\u202eb", "a‹U+202E›b"],
  ])("stops %s that somebody forgot to make visible", (_, text, shown) => {
    expect(guard(text)).toBe(shown);
  });
});

describe("guardJson", () => {
  it("escapes what a terminal would obey and keeps the value the same", () => {
    const value = { title: "a\u009b31m\u202e\u{e0041}b\u2028" };
    const json = guardJson(JSON.stringify(value, null, 2));
    expect(json).toContain("\\u009b31m\\u202e\\udb40\\udc41b\\u2028");
    expect(JSON.parse(json)).toEqual(value);
  });
});
