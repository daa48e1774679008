import { expect, it } from "vitest";
import { closest } from "./closest.ts";
import { formatPath } from "./problem.ts";
import { durationMs } from "./words.ts";

it.each([
  ["seperation", ["separation", "protected"], "separation"],
  ["tursted", ["tighten", "trusted"], "trusted"],
  ["BATCH", ["batch", "skip"], "batch"],
  ["per_task", ["per-task", "batch"], "per-task"],
  ["ab", ["ac", "ab"], "ab"],
  ["xy", ["ab"], undefined],
  ["money", ["auth", "ui"], undefined],
  ["", ["a"], "a"],
  ["a".repeat(65), ["a".repeat(65)], undefined],
])("for %s of %j it is %s", (word, candidates, expected) => {
  expect(closest(word, candidates)).toBe(expected);
});

it("looks at no more than 500 candidates", () => {
  const others = Array.from({ length: 500 }, (_, i) => `other-${i}`);

  expect(closest("money", [...others.slice(1), "mony"])).toBe("mony");
  expect(closest("money", [...others, "mony"])).toBeUndefined();
});

it.each([
  [[], ""],
  [["policies", 2, "when", "domain"], "policies[2].when.domain"],
  [["departments", "a b"], 'departments["a b"]'],
  [["modes", "labels", "a.b"], 'modes.labels["a.b"]'],
  [["$schema"], "$schema"],
  [["x".repeat(200)], `["${"x".repeat(80)}"]`],
])("the path %j is written %s", (path, text) => {
  expect(formatPath(path)).toBe(text);
});

it.each([
  ["30s", 30_000],
  ["15m", 900_000],
  ["4h", 14_400_000],
  ["3d", 259_200_000],
])("%s is %d milliseconds", (duration, ms) => {
  expect(durationMs(duration)).toBe(ms);
});
