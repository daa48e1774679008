import { expect, it } from "vitest";
import { plainText } from "./plain-text.ts";

it("writes every value of an answer, and texts of several lines as they are", () => {
  const data = {
    task: "cs-1",
    files: [
      { path: "a.ts", hunks: ["@@ -1 +1 @@\n-old\n+new"], cut: false },
      { path: "b.ts", hunks: [], cut: true },
    ],
    labels: ["one", "two"],
    gate: { decision: "pass", counts: { major: 0 } },
    cursor: null,
    nothing: {},
  };
  expect(plainText(data, "").split("\n")).toEqual([
    "task: cs-1",
    "files:",
    "  - path: a.ts",
    "    hunks:",
    "@@ -1 +1 @@",
    "-old",
    "+new",
    "    cut: false",
    "  - path: b.ts",
    "    cut: true",
    "labels:",
    "  - one",
    "  - two",
    "gate:",
    "  decision: pass",
    "  counts:",
    "    major: 0",
  ]);
});

it("does not repeat a long text that the answer already contains", () => {
  const feedback = "Do this.\nThen that.";
  expect(plainText({ feedback, round: 2 }, `Sent back.\n\n${feedback}`)).toBe("round: 2");
});
