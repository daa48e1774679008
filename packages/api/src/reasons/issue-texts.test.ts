import { describe, expect, it } from "vitest";
import { sampleTask } from "../testing/sample-task.ts";
import { issueTexts } from "./issue-texts.ts";

const concern = { round: 1, row: "panel_concern", by: ["codex"], finding: null };

describe("the issues list", () => {
  it("says what was found in unfinished work, and where [R-034]", () => {
    const finding = {
      severity: "warning",
      file: "src/a.ts",
      line: 3,
      message: "No limit",
    } as const;
    const task = sampleTask({ issues: [{ ...concern, row: "checkup_finding", finding }] });

    expect(issueTexts(task)).toEqual([
      { round: 1, by: "codex", about: "warning src/a.ts:3", text: "No limit" },
    ]);
  });

  it("says what the concern was, where the reviewer's words are not shown any more", () => {
    const task = sampleTask({ issues: [{ ...concern, round: 99 }] });
    expect(issueTexts(task)).toEqual([
      { round: 99, by: "codex", about: "", text: "a reviewer of the panel has concerns" },
    ]);
  });
});
