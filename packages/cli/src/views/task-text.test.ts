import { expect, it } from "vitest";
import { createStyle } from "../output/style.ts";
import { issuesText } from "./task-text.ts";

const STYLE = createStyle({ color: "never", ascii: false, env: {}, stream: {} });

it("lists the concerns that did not stop the work, with their text [R-034]", () => {
  const finding = { severity: "warning", file: "src/a.ts", line: 3, message: "No limit" } as const;
  const issues = [
    { round: 1, row: "checkup_finding", by: ["codex"], finding },
    { round: 1, row: "panel_concern", by: ["gemini"], finding: null },
  ];

  expect(issuesText({ issues, round: null }, STYLE)).toBe(
    [
      "2 issues that did not stop the work",
      "  round 1, codex: warning src/a.ts:3",
      "    No limit",
      "  round 1, gemini",
      "    a reviewer of the panel has concerns",
    ].join("\n"),
  );
});

it("has no such list where there is none", () => {
  expect(issuesText({ issues: [], round: null }, STYLE)).toBe("");
});
