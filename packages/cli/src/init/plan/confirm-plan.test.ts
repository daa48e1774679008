import { describe, expect, it } from "vitest";
import { diffsText, removeByNumber } from "./confirm-plan.ts";
import type { PlannedFile } from "./plan-files.ts";

function change(shown: string, found: string | null, after: string): PlannedFile {
  const edit = { kind: "whole" as const, text: after };
  const path = `/shop/${shown}`;
  const done = { path, shown, within: "/shop", edit, before: found, after, folders: [] };
  return {
    is: found === null ? "new" : "edit",
    line: shown,
    says: "",
    done,
    found,
    text: after,
    executable: false,
    isLive: false,
  };
}

const FILES: PlannedFile[] = [
  change("a.json", null, "{}\n"),
  { is: "leave", line: "b.json", says: "is a link" },
  change("c.md", "one\n", "one\ntwo\n"),
];

describe("the plan's question", () => {
  it.each([
    ["", ["a.json", "b.json", "c.md"]],
    ["2", ["a.json", "b.json"]],
    ["1, 2", ["b.json"]],
    ["7 and x", ["a.json", "b.json", "c.md"]],
  ])("leaves out what %j names", (numbers, left) => {
    expect(removeByNumber(FILES, numbers).map(({ line }) => line)).toEqual(left);
  });

  it("shows every change as a diff, and nothing of what is left alone", () => {
    expect(diffsText(FILES)).toBe(
      "--- /dev/null\n+++ b/a.json\n@@ -0,0 +1,1 @@\n+{}\n\n" +
        "--- a/c.md\n+++ b/c.md\n@@ -1,1 +1,2 @@\n one\n+two\n",
    );
  });
});
