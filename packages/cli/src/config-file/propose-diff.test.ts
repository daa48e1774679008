import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { proposeDiff } from "./propose-diff.ts";

/** What git makes of the diff. */
function applied(before: string | null, diff: string): string {
  const folder = mkdtempSync(join(tmpdir(), "propose-diff-"));
  try {
    if (before !== null) writeFileSync(join(folder, "file.json"), before);
    execFileSync("git", ["apply", "-"], { cwd: folder, input: diff });
    return readFileSync(join(folder, "file.json"), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const many = Array.from({ length: 30 }, (_, index) => `line ${index}`);

describe("a proposed change", () => {
  it.each([
    [
      "in the middle",
      `${many.join("\n")}\n`,
      `${many.toSpliced(15, 0, "new", "lines").join("\n")}\n`,
    ],
    ["at the beginning", "a\nb\n", "x\na\nb\n"],
    ["at the end", "a\nb\n", "a\nb\nc\n"],
    ["that replaces a line", "a\nb\nc\n", "a\nB\nc\n"],
    ["that repeats a line", "a\na\nb\n", "a\na\na\nb\n"],
    ["that makes the file", null, "a\nb\n"],
  ])("%s is what git applies", (_, before, after) => {
    expect(applied(before, proposeDiff("file.json", before, after))).toBe(after);
  });

  it("of nothing is empty", () => {
    expect(proposeDiff("file.json", "a\n", "a\n")).toBe("");
  });
});
