import { describe, expect, it } from "vitest";
import { readHooksPath } from "./git-config.ts";

describe("readHooksPath", () => {
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
    expect(readHooksPath(text)).toBe(value);
  });
});
