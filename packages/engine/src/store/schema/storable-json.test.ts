import { canonicalJson, type Json } from "@countersign/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storableJson } from "./storable-json.ts";

describe("storableJson", () => {
  it("is the canonical form of what JSON.stringify stores", () => {
    const kinds = { date: 0, undefined: 0 };
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.date({ noInvalidDate: true }).map((at) => [{ at }]),
      fc.constant({ list: [undefined, 1], gone: undefined }),
    );
    fc.assert(
      fc.property(value, (item) => {
        const stored = { item };
        const text = JSON.stringify(stored);
        if (/"at"/.test(text)) kinds.date += 1;
        if (/"list"/.test(text)) kinds.undefined += 1;
        expect(storableJson(stored)).toBe(canonicalJson(JSON.parse(text) as Json));
      }),
      { numRuns: 500 },
    );
    expect(Math.min(...Object.values(kinds))).toBeGreaterThan(20);
  });

  it.each([
    ["a NUL", { text: "a\0b" }],
    ["a NUL in a key", { "a\0b": 1 }],
    ["half a surrogate pair", { text: "\ud800" }],
    ["half a surrogate pair beside a date", { text: "\udc00", at: new Date(0) }],
  ])("refuses %s", (_, value) => {
    expect(() => storableJson(value)).toThrow("cannot be stored");
  });

  it("stores a text that only looks like an escape", () => {
    expect(storableJson({ text: "\\u0000" })).toBe('{"text":"\\\\u0000"}');
  });
});
