import { describe, expect, it } from "vitest";
import { compareRuns } from "./compare-runs.ts";
import type { CheckResult } from "./findings/check-result.ts";

const check = {
  id: "test",
  run: "npm test",
  format: "exit",
  timeout: "1m",
  onStop: false,
} as const;
const changes = [{ file: ".npmrc", key: null, does: "sets it", checks: ["test"] }];
const passed: CheckResult = {
  opinion: "approved",
  findings: [],
  summary: "passed",
  sandboxed: true,
  durationMs: 10,
};
const failed: CheckResult = {
  ...passed,
  opinion: "concerns",
  summary: "failed",
  findings: [{ severity: "major", category: "check", message: "exit code 1" }],
};
const none: CheckResult = { noResult: "It took too long." };

const compare = (accepted: CheckResult, own: CheckResult) =>
  compareRuns({ check, changes, accepted, own });

describe("compareRuns", () => {
  it("approves what passes with both sets of files, and says so", () => {
    expect(compare(passed, passed)).toEqual({
      opinion: "approved",
      findings: [],
      summary: "With the accepted .npmrc: passed\nWith the change's own: passed",
      sandboxed: true,
      durationMs: 20,
      withOwnFiles: "passed",
    });
  });

  it("fails what fails with the change's own files, whatever the accepted ones say", () => {
    for (const accepted of [passed, failed, none]) {
      expect(compare(accepted, failed)).toMatchObject({
        opinion: "concerns",
        findings: [{ severity: "major", message: "exit code 1" }],
        withOwnFiles: "failed",
      });
    }
  });

  it("leaves to the owner what passes with the change's own files alone", () => {
    expect(compare(failed, passed)).toMatchObject({
      opinion: "concerns",
      findings: [
        {
          severity: "warning",
          file: ".npmrc",
          message:
            "The check test passes only with the change's own .npmrc. With the accepted files it fails. exit code 1",
        },
      ],
      withOwnFiles: "passed",
    });
    expect(compare(none, passed)).toMatchObject({
      opinion: "concerns",
      findings: [{ severity: "warning" }],
    });
  });

  it("has no result without one for the change's own files", () => {
    expect(compare(passed, none)).toEqual({
      noResult: "With the change's own .npmrc: It took too long.",
    });
  });

  it("names a few files and counts the rest", () => {
    const many = Array.from({ length: 7 }, (_, at) => ({
      ...changes[0],
      file: `${at}`,
      key: null,
      does: "",
      checks: [],
    }));
    const result = compareRuns({ check, changes: many, accepted: passed, own: passed });

    expect("summary" in result && result.summary).toContain("0, 1, 2, 3, 4 and 2 more: passed");
  });
});
