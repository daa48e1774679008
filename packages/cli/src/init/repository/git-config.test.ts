import { describe, expect, it } from "vitest";
import { readSetting } from "./git-config.ts";

describe("readSetting", () => {
  it.each([
    ["nothing", "[core]\n\tbare = false\n", null],
    ["the plain form", "[core]\n\thooksPath = .husky/_\n", ".husky/_"],
    ["any case", "[CORE]\nHOOKSPATH=a b\n", "a b"],
    ["on the section's own line", "[core] hookspath = x\n", "x"],
    ["quotes and a comment", '[core]\nhooksPath = "my \\"hooks\\"" ; mine\n', 'my "hooks"'],
    ["a comment", "[core]\nhooksPath = x # mine\n", "x"],
    ["the last one counts", "[core]\nhooksPath = x\nhooksPath = y\n", "y"],
    ["another section", '[core "sub"]\nhooksPath = x\n[coreother]\nhooksPath = y\n', null],
  ])("reads %s", (_, text, value) => {
    expect(readSetting(text, { section: "core", key: "hookspath" })).toBe(value);
  });
});
