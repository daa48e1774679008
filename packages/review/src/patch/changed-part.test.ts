import { expect, it } from "vitest";
import { changedPart } from "./hunks.ts";

const parts = (old: string, now: string): (string | null)[] =>
  [changedPart(old, now), changedPart(now, old)].map((part, at) =>
    part === null ? null : (at === 0 ? old : now).slice(part.from, part.to),
  );

it.each([
  ["ttlMinutes: 15 }", "ttlMinutes: 9000 }", ["15", "9000"]],
  ["const a = one();", "const a = two();", ["one", "two"]],
  ["call(a)", "call(a, b)", ["", ", b"]],
  ["aaaa", "aaa", ["a", ""]],
  ["the same", "the same", ["", ""]],
  ["entirely different", "nothing of it is left", [null, null]],
])("%j against %j", (old, now, wanted) => {
  expect(parts(old, now)).toEqual(wanted);
});
