import { describe, expect, it } from "vitest";
import { judgeReport, type Report } from "./judge-report.ts";

type File = Report["testResults"][number];
type Result = File["assertionResults"][number];

const passed = result({ status: "passed" });
const skipped = result({ status: "skipped" });

describe("judgeReport", () => {
  it("is red with the first test that failed", () => {
    const failed = result({ status: "failed", failureMessages: ["AssertionError: expected 1"] });
    const files = [file({}), file({ status: "failed", assertionResults: [passed, failed] })];

    expect(judgeReport({ testResults: files }, "/copy")).toEqual({
      is: "red",
      test: "a/b.test.ts › limits › stops",
    });
  });

  it("is green if nothing failed", () => {
    const files = [file({ assertionResults: [skipped, passed] }), file({ assertionResults: [] })];
    expect(judgeReport({ testResults: files }, "/copy")).toEqual({ is: "green" });
  });

  it.each([
    ["no file", [], "no test ran"],
    ["only skipped tests", [file({ assertionResults: [skipped] })], "no test ran"],
    [
      "a file that does not load",
      [
        file({}),
        file({ status: "failed", message: "Unexpected token\nat 1", assertionResults: [] }),
      ],
      "a/b.test.ts did not load: Unexpected token",
    ],
    [
      "a name that is not known",
      [
        file({
          status: "failed",
          assertionResults: [
            result({ status: "failed", failureMessages: ["ReferenceError: x is not defined\nat"] }),
          ],
        }),
      ],
      "ReferenceError: x is not defined",
    ],
  ])("is broken with %s", (_, testResults, why) => {
    expect(judgeReport({ testResults }, "/copy")).toEqual({ is: "broken", why });
  });
});

function file(part: Partial<File>): File {
  const base = { name: "/copy/a/b.test.ts", status: "passed", message: "" };
  return { ...base, assertionResults: [passed], ...part };
}

function result(part: Partial<Result>): Result {
  return {
    status: "passed",
    title: "stops",
    ancestorTitles: ["limits"],
    failureMessages: [],
    ...part,
  };
}
