import { relative } from "node:path";

/** The part of a Vitest JSON report that is judged. */
export type Report = {
  testResults: readonly {
    name: string;
    status: string;
    message: string;
    assertionResults: readonly {
      status: string;
      title: string;
      ancestorTitles: readonly string[];
      failureMessages: readonly string[];
    }[];
  }[];
};

export type Outcome = { is: "green" } | { is: "red"; test: string } | { is: "broken"; why: string };

/** Errors of code that cannot run, which proves nothing about the tests. */
const SLIP = /^(?:SyntaxError|ReferenceError)\b/;

/**
 * Returns whether the tests detected the bug: one must have run and failed. A file that does not
 * load detects nothing.
 */
export function judgeReport({ testResults }: Report, root: string): Outcome {
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(root, name);
    const failed = assertionResults.find((result) => result.status === "failed");
    if (failed === undefined && status === "failed")
      return { is: "broken", why: `${file} did not load: ${firstLine(message)}` };
    if (failed === undefined) continue;
    const slip = failed.failureMessages.find((text) => SLIP.test(text));
    if (slip !== undefined) return { is: "broken", why: firstLine(slip) };
    return { is: "red", test: [file, ...failed.ancestorTitles, failed.title].join(" › ") };
  }
  const ran = testResults.some(({ assertionResults }) =>
    assertionResults.some(({ status }) => status === "passed"),
  );
  return ran ? { is: "green" } : { is: "broken", why: "no test ran" };
}

function firstLine(text: string): string {
  return text.split("\n", 1).join();
}
