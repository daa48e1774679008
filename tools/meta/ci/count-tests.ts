import { globSync, readFileSync } from "node:fs";

/** The part of a Vitest JSON report that is counted. */
export type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
};

export type Count = { passed: number; failed: number };

/** Counts the tests of one report. A file that failed before its first test counts as one failure. */
export function countTests({ numPassedTests, numFailedTests, testResults }: Report): Count {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

/** Returns true if no test failed and every report contains a test. */
export function isGreen(counts: readonly Count[]): boolean {
  return counts.length > 0 && counts.every(({ passed, failed }) => passed > 0 && failed === 0);
}

export function closingLine(counts: readonly Count[]): string {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  return `${passed} passed, ${failed} failed`;
}

if (import.meta.main) {
  const folder = process.argv[2] ?? ".";
  const counts = globSync(`${folder}/*.report.json`).map((path) =>
    countTests(JSON.parse(readFileSync(path, "utf8")) as Report),
  );
  process.stdout.write(`${closingLine(counts)}\n`);
  process.exitCode = isGreen(counts) ? 0 : 1;
}
