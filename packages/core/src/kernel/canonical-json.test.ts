import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, type Json } from "./canonical-json.ts";
import { digestOf, digestText } from "./digest.ts";

describe("canonicalJson", () => {
  it.each<[unknown, string]>([
    [{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
    [{ a: undefined, c: false }, '{"c":false}'],
    [{ a: undefined }, "{}"],
    [{ a: { d: 1, c: [2] }, b: "é" }, '{"a":{"c":[2],"d":1},"b":"é"}'],
    [{ 9: 1, 10: 2 }, '{"10":2,"9":1}'],
    ["line\n\u2028", '"line\\n\u2028"'],
    [1e21, "1e+21"],
    [-0, "0"],
  ])("writes %j as %s", (value, text) => {
    expect(canonicalJson(value as Json)).toBe(text);
  });

  it.each<[string, unknown, string]>([
    ["not a number", Number.NaN, "canonicalJson: NaN is not a JSON number"],
    ["infinity", Number.POSITIVE_INFINITY, "canonicalJson: Infinity is not a JSON number"],
    ["a lone surrogate", "\ud800", "canonicalJson: lone surrogate in a string"],
    ["a lone surrogate in a list", ["\ud800"], "canonicalJson: lone surrogate in a string"],
    ["a lone surrogate in a key", { "\ud800": 1 }, "canonicalJson: lone surrogate in a string"],
    ["a function", () => 1, "canonicalJson: cannot write a function"],
    ["a date", { at: new Date(0) }, "canonicalJson: cannot write an object with its own JSON form"],
    ["undefined in a list", [undefined], "canonicalJson: cannot write a undefined"],
  ])("refuses %s", (_name, value, message) => {
    expect(() => canonicalJson(value as Json)).toThrow(message);
  });

  it("says the same as JSON, whatever order the keys came in", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = canonicalJson(value as Json);
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
      }),
    );
  });
});

describe("digests", () => {
  it("gives the known SHA-256 of a text", () => {
    expect(digestText("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  it("does not depend on the order of keys", () => {
    expect(digestOf({ a: 1, b: { c: 2, d: 3 } })).toBe(digestOf({ b: { d: 3, c: 2 }, a: 1 }));
    expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: 2 }));
  });
});
