import { describe, expect, it } from "vitest";
import { type Count, closingLine, countTests, isGreen } from "./count-tests.ts";

const passed = { status: "passed" };
const failed = { status: "failed" };

describe("countTests", () => {
  it("counts what passed and what failed", () => {
    const testResults = [{ status: "failed", assertionResults: [passed, failed] }];
    expect(countTests({ numPassedTests: 1, numFailedTests: 1, testResults })).toEqual({
      passed: 1,
      failed: 1,
    });
  });

  it("counts a file that did not load as a failure", () => {
    const testResults = [
      { status: "failed", assertionResults: [] },
      { status: "passed", assertionResults: [passed] },
    ];
    expect(countTests({ numPassedTests: 1, numFailedTests: 0, testResults })).toEqual({
      passed: 1,
      failed: 1,
    });
  });
});

describe("isGreen", () => {
  it.each<[string, Count[], boolean]>([
    ["all passed", [{ passed: 2, failed: 0 }], true],
    ["one failed", [{ passed: 2, failed: 1 }], false],
    ["no report", [], false],
    ["nothing ran", [{ passed: 0, failed: 0 }], false],
    [
      "nothing ran in one of two",
      [
        { passed: 2, failed: 0 },
        { passed: 0, failed: 0 },
      ],
      false,
    ],
  ])("%s", (_, counts, expected) => {
    expect(isGreen(counts)).toBe(expected);
  });
});

it("closes with the sums", () => {
  const counts = [
    { passed: 2, failed: 0 },
    { passed: 40, failed: 3 },
  ];
  expect(closingLine(counts)).toBe("42 passed, 3 failed");
});
