import type { ChangedFile } from "@countersign/review";
import { describe, expect, it } from "vitest";
import { findMovedLines } from "./moved-lines.ts";

const file = (path: string, lines: readonly string[]): ChangedFile => ({
  path,
  what: "changed",
  added: 0,
  removed: 0,
  lines,
});
const block = (sign: string, indent = ""): string[] =>
  ["const a = 1;", "const b = 2;", "return a + b;"].map((line) => `${sign}${indent}${line}`);

describe("findMovedLines", () => {
  it("finds a block that moved to another file, whatever its indentation", () => {
    const moved = findMovedLines([
      file("a.ts", ["@@ -1,4 +1,1 @@", ...block("-"), " x"]),
      file("b.ts", ["@@ -1,1 +1,4 @@", " y", ...block("+", "  "), "+own();"]),
    ]);
    expect(moved.has("+return a + b;")).toBe(true);
    expect(moved.has("-const a = 1;")).toBe(true);
    expect(moved.has("+own();")).toBe(false);
  });

  it("does not call short likenesses moved", () => {
    const two = (sign: string): string[] => block(sign).slice(0, 2);
    expect(findMovedLines([file("a.ts", [...two("-"), " x", ...two("+")])]).size).toBe(0);
    const braces = (sign: string): string[] => [`${sign}}`, `${sign}}`, `${sign}`];
    expect(findMovedLines([file("a.ts", [...braces("-"), " x", ...braces("+")])]).size).toBe(0);
  });
});
