import { describe, expect, it } from "vitest";
import { addedLines } from "./added-lines.ts";

const read = (patch: string | Buffer) =>
  [...addedLines(Buffer.from(patch))].map(({ number, text }) => `${number}:${text}`);

const HEAD = "diff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n";

describe("addedLines", () => {
  it("numbers added lines by the new side", () => {
    const patch = `${HEAD}@@ -1,3 +1,4 @@ function\n one\n-two\n+zwei\n+drei\n four\n@@ -10 +11 @@\n-x\n+y\n`;

    expect(read(patch)).toEqual(["2:zwei", "3:drei", "11:y"]);
  });

  it("is not fooled by lines that look like headers", () => {
    const patch = `${HEAD}@@ -1,2 +1,3 @@\n--- a/b\n+++ b/b\n+@@ -1 +1 @@\n+diff --git\n-x\n`;

    expect(read(patch)).toEqual(["1:++ b/b", "2:@@ -1 +1 @@", "3:diff --git"]);
  });

  it("keeps a missing line feed, a return and an empty line as they are", () => {
    const patch = `${HEAD}@@ -0,0 +1,3 @@\n+\n+a\r\n+b\n\\ No newline at end of file\n`;

    expect(read(patch)).toEqual(["1:", "2:a\r", "3:b"]);
  });

  it("says which lines are no UTF-8", () => {
    const patch = Buffer.concat([
      Buffer.from(`${HEAD}@@ -0,0 +1,2 @@\n+a\n+`),
      Buffer.from([0xff, 10]),
    ]);

    expect([...addedLines(patch)].map(({ isText }) => isText)).toEqual([true, false]);
  });

  it.each([
    { what: "a mode change", patch: "diff --git a/a b/a\nold mode 100644\nnew mode 100755\n" },
    { what: "nothing", patch: "" },
    { what: "a removal", patch: `${HEAD}@@ -1 +0,0 @@\n-x\n` },
  ])("reads nothing from $what", ({ patch }) => {
    expect(read(patch)).toEqual([]);
  });

  it.each([
    { what: "ends early", patch: `${HEAD}@@ -1,2 +1,2 @@\n a\n` },
    { what: "has more of one side", patch: `${HEAD}@@ -1,2 +1,1 @@\n+a\n+b\n` },
    { what: "has other lines", patch: `${HEAD}@@ -1,2 +1,1 @@\nhello\n` },
  ])("refuses a hunk that $what", ({ patch }) => {
    expect(() => read(patch)).toThrow(/hunk/);
  });
});
