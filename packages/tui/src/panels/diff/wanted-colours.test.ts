import { afterEach, describe, expect, it, vi } from "vitest";
import type { Code } from "../../highlight/create-highlighter.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";
import { SAMPLES } from "../../tour/sample-tasks.ts";

let lab: Lab | undefined;
afterEach(() => lab?.close());

/** Opens a change and answers with all that was asked about its code. */
async function askedOf(path: string, lines: readonly string[], ...keys: string[]): Promise<Code[]> {
  const [first] = SAMPLES;
  if (first === undefined) throw new Error("There is no sample");
  const patch = `diff --git a/${path} b/${path}\n${lines.join("\n")}\n`;
  const asked: Code[] = [];
  const highlight = async (code: Code) => {
    asked.push(code);
    return code.lines.map(() => []);
  };
  lab = await openLab({
    samples: [{ ...first, files: [{ path, patch }] }],
    highlighter: { highlight, close: () => undefined },
  });
  await lab.press("R", "D", ...keys);
  await vi.waitFor(() => expect(lab?.screen()).toContain("DIFF"));
  return asked;
}

const added = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `+line ${at + 1}`);

describe("what is asked about code", () => {
  it("is each version for itself, whole as far as the hunk shows it", async () => {
    const hunk = ["@@ -1,3 +1,3 @@", " one", "-two", "+2", " three"];
    expect(await askedOf("a.ts", hunk)).toEqual([
      { language: "typescript", lines: ["one", "2", "three"] },
      { language: "typescript", lines: ["one", "two", "three"] },
    ]);
  });

  it("is the same where both stand side by side", async () => {
    const hunk = ["@@ -1,3 +1,3 @@", " one", "-two", "+2", " three"];
    const asked = await askedOf("a.ts", hunk, "s", "s");
    expect(asked).toHaveLength(2);
  });

  it("never goes beyond a hunk", async () => {
    const hunks = ["@@ -1 +1 @@ f", "-/* one", "+/* 1", "@@ -90 +90 @@ g", "-two", "+2"];
    const asked = (await askedOf("a.py", hunks)).map(({ lines }) => lines);
    expect(asked.toSorted()).toEqual([["/* 1"], ["/* one"], ["2"], ["two"]]);
  });

  it("is what is in sight and a little more, with what stands above it", async () => {
    const asked = await askedOf("a.ts", ["@@ -0,0 +1,900 @@", ...added(900)], "G");
    const all = asked.flatMap(({ lines }) => lines);
    expect(all).toContain("line 1");
    expect(all).toContain("line 900");
    expect(all).not.toContain("line 400");
    expect(asked.every(({ lines }) => lines.length <= 128)).toBe(true);
  });

  it("leaves out lines that nobody wrote, and files of no known language", async () => {
    const long = "x".repeat(2_500);
    expect(await askedOf("a.ts", ["@@ -0,0 +1,2 @@", `+${long}`, "+b"])).toEqual([
      { language: "typescript", lines: ["", "b"] },
    ]);
    lab?.close();
    expect(await askedOf("a.bin", ["@@ -0,0 +1,1 @@", "+b"])).toEqual([]);
  });
});
