import { globSync, readFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** The part of a Vitest JSON report with the failures. */
export type FailureReport = {
  testResults: readonly {
    name: string;
    status: string;
    message?: string;
    assertionResults: readonly {
      fullName: string;
      status: string;
      failureMessages?: readonly string[] | null;
    }[];
  }[];
};

const LINES = 15;

/** Lists the failures with their reasons, a few lines each, for the end of the output. */
export function listFailures({ testResults }: FailureReport, root: string): string[] {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === "failed");
      if (failed.length === 0) return [`${file}\n${begin(message)}`];
      return failed.map(
        ({ fullName, failureMessages }) => `${file} › ${fullName}\n${begin(failureMessages?.[0])}`,
      );
    });
}

const ERROR_LINES = 60;

/** Returns the part of Vitest's output about errors outside of tests, which its report does not contain. */
export function unhandledErrors(output: string): string | null {
  const lines = stripVTControlCharacters(output).split("\n");
  const start = lines.findIndex((line) => line.includes("Unhandled Error"));
  return start < 0 ? null : lines.slice(start, start + ERROR_LINES).join("\n");
}

function begin(message = ""): string {
  return message
    .split("\n")
    .slice(0, LINES)
    .map((line) => `    ${line.slice(0, 400)}`)
    .join("\n");
}

if (import.meta.main) {
  const folder = process.argv[2] ?? ".";
  for (const path of globSync(`${folder}/*.report.json`)) {
    const report = JSON.parse(readFileSync(path, "utf8")) as FailureReport;
    for (const failure of listFailures(report, process.cwd()))
      process.stdout.write(`Failed: ${failure}\n\n`);
  }
  for (const path of globSync(`${folder}/*.report.log`)) {
    const errors = unhandledErrors(readFileSync(path, "utf8"));
    if (errors !== null) process.stdout.write(`${basename(path, ".report.log")}: ${errors}\n\n`);
  }
}
