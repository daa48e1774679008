import { describe, expect, it } from "vitest";
import { readKeyPath, valueAt } from "./key-path.ts";

describe("readKeyPath", () => {
  it.each([
    ["merge.target", ["merge", "target"]],
    ["policies[2].when.domain", ["policies", 2, "when", "domain"]],
    ['chains["a.b"]', ["chains", "a.b"]],
    ["modes.labels.needs-review", ["modes", "labels", "needs-review"]],
  ])("reads %s", (text, path) => {
    expect(readKeyPath(text)).toEqual(path);
  });

  it.each(["", ".", "a..b", "a[", "a[x]", "a.", "[]"])("refuses %j", (text) => {
    expect(() => readKeyPath(text)).toThrow("is not a valid key");
  });
});

describe("valueAt", () => {
  it("finds only what the value itself has", () => {
    const value = { a: [{ b: 1 }] };
    expect(valueAt(value, ["a", 0, "b"])).toBe(1);
    expect(valueAt(value, ["a", 1])).toBeUndefined();
    expect(valueAt(value, ["constructor"])).toBeUndefined();
    expect(valueAt(value, [])).toBe(value);
  });
});
