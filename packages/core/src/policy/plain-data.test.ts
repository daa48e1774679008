import { describe, expect, it } from "vitest";
import { plainData } from "./plain-data.ts";
import type { Problem } from "./problem.ts";

function problemsOf(raw: unknown): Problem[] {
  const read = plainData(raw);
  return read.ok ? [] : read.problems;
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i += 1) value = { a: value };
  return value;
}

describe("plainData", () => {
  it("copies what JSON can hold", () => {
    const raw = { a: [1, "b", null, true, { c: -0.5 }], d: undefined };

    expect(plainData(raw)).toEqual({ ok: true, data: { a: [1, "b", null, true, { c: -0.5 }] } });
  });

  it.each(["__proto__", "constructor", "prototype"])("refuses the key %s at any depth", (key) => {
    const raw: unknown = JSON.parse(`{"trust": {"x": [{"${key}": {"polluted": true}}]}}`);

    expect(problemsOf(raw)).toEqual([
      { path: `trust.x[0].${key}`, reason: "This key is not allowed anywhere" },
    ]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("reads 32 levels and refuses the next one", () => {
    expect(problemsOf(nested(32))).toEqual([]);
    expect(problemsOf(nested(33))).toEqual([
      { path: Array(33).fill("a").join("."), reason: "Nested deeper than 32 levels" },
    ]);
  });

  it("refuses a value that contains itself", () => {
    const raw: Record<string, unknown> = {};
    raw.self = raw;

    expect(problemsOf(raw)).toMatchObject([{ reason: "Nested deeper than 32 levels" }]);
  });

  it("refuses lists with more than 1,500 entries together", () => {
    const list = (length: number) => Array.from({ length }, () => 1);

    expect(problemsOf({ a: list(1_000), b: list(500) })).toEqual([]);
    expect(problemsOf({ a: list(1_000), b: list(501) })).toEqual([
      { path: "b", reason: "The lists have more than 1500 entries in total" },
    ]);
  });

  it("refuses more than 20,000 values, also where one object stands in many places", () => {
    let shared: unknown = { leaf: 1 };
    for (let i = 0; i < 20; i += 1) shared = { a: shared, b: shared };

    expect(problemsOf(shared)).toEqual([
      { path: "", reason: "The policy has more than 20000 values" },
    ]);
  });

  it.each([
    [Number.NaN, "NaN is not a JSON number"],
    [Number.POSITIVE_INFINITY, "Infinity is not a JSON number"],
    [1n, "Not a JSON value"],
    [Symbol("a"), "Not a JSON value"],
    [new Date(0), "Not a JSON value"],
    ["\ud800", "Broken Unicode in a text"],
    ["a".repeat(10_001), "A text is longer than 10000 characters"],
  ])("refuses the value %s", (value, reason) => {
    expect(problemsOf({ key: value })).toEqual([{ path: "key", reason }]);
  });

  it("refuses broken Unicode in a key", () => {
    expect(problemsOf({ "\ud800": 1 })).toEqual([
      { path: '["\ufffd"]', reason: "Broken Unicode in a key" },
    ]);
  });

  it("stops after a hundred problems", () => {
    const raw = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, Number.NaN]));

    expect(problemsOf(raw)).toHaveLength(100);
  });
});
