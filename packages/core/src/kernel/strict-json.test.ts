import { describe, expect, it } from "vitest";
import { inTime } from "../testing/in-time.ts";
import { parseStrictJson } from "./strict-json.ts";

const LIMITS = { maxChars: 1_000, maxDepth: 4 };

describe("parseStrictJson", () => {
  it.each([
    ["null", null],
    [' "text" ', "text"],
    ["-1.5e3", -1500],
    ["[]", []],
    ['{"a":{"b":[1,true,null,"x"]}}', { a: { b: [1, true, null, "x"] } }],
    ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ['{"a":{"a":"a"},"b":"a"}', { a: { a: "a" }, b: "a" }],
    ['{"a":["a","a"],"b":"a"}', { a: ["a", "a"], b: "a" }],
    ['{"a":"{\\"a\\":1,\\"a\\":2}"}', { a: '{"a":1,"a":2}' }],
    ['{"a":"[[[[[[["}', { a: "[[[[[[[" }],
    ['{"":1,"toString":"😀\\n\\ud83d\\ude00"}', { "": 1, toString: "😀\n😀" }],
    ["[[[[]]]]", [[[[]]]]],
  ])("reads %s", (text, value) => {
    expect(parseStrictJson(text, LIMITS)).toEqual({ ok: true, value });
  });

  it.each([
    ["", "not JSON"],
    ["{", "not JSON"],
    ['{"a":1}}', "not JSON"],
    ["]]]]]{}", "not JSON"],
    ['"open', "not JSON"],
    ['"open\\', "not JSON"],
    ['{"bad \\x escape":1}', "not JSON"],
    ["{'a':1}", "not JSON"],
    ['{"a":1,}', "not JSON"],
    ["\uFEFF{}", "not JSON"],
    ["NaN", "not JSON"],
    ['"\0"', "a NUL character"],
    ['{"type":"milestone","type":"blocker"}', 'duplicate key "type"'],
    ['{"a":1,"\\u0061":2}', 'duplicate key "a"'],
    ['[{"x":{"b":1,"c":[1,2],"b":2}}]', 'duplicate key "b"'],
    ['{"\\ud800":1,"\\ud800":2}', "a lone surrogate"],
    ['{"__proto__":{"admin":true}}', 'forbidden key "__proto__"'],
    ['{"a":{"\\u005f_proto__":1}}', 'forbidden key "__proto__"'],
    ['{"constructor":1}', 'forbidden key "constructor"'],
    ['{"prototype":1}', 'forbidden key "prototype"'],
    ['{"a":"\\u0000"}', "a NUL character"],
    ['{"a\\u0000":1}', "a NUL character"],
    ['["\\ud800"]', "a lone surrogate"],
    ['["\ud800"]', "a lone surrogate"],
    ['{"\\udc00":1}', "a lone surrogate"],
    ["[1e999]", "a number too large"],
    ["-1e999", "a number too large"],
    ["[[[[[]]]]]", "nested deeper than 4"],
    ['{"a":{"a":{"a":{"a":{}}}}}', "nested deeper than 4"],
    [`"${"x".repeat(999)}"`, "longer than 1000 characters"],
  ])("refuses %j", (text, reason) => {
    expect(parseStrictJson(text, LIMITS)).toEqual({ ok: false, reason });
  });

  it("reads a text of exactly the longest length", () => {
    expect(parseStrictJson(`"${"x".repeat(998)}"`, LIMITS).ok).toBe(true);
  });

  it("bounds the key that a reason quotes", () => {
    const key = JSON.stringify("k".repeat(39) + "😀".repeat(9));

    expect(parseStrictJson(`{${key}:1,${key}:2}`, LIMITS)).toEqual({
      ok: false,
      reason: `duplicate key "${"k".repeat(39)}\uFFFD"`,
    });
  });

  it.each([
    ["a depth of a million", "[".repeat(1_000_000)],
    ["a million escapes", `"${"\\\\".repeat(500_000)}"`],
    ["many keys", `{${Array.from({ length: 90_000 }, (_, n) => `"key${n}":0`).join(",")}}`],
  ])("answers for %s in linear time", (_, text) => {
    inTime(5_000, () => parseStrictJson(text, { maxChars: 2_000_000, maxDepth: 32 }));
  });
});
