import type { TestCounts } from "@countersign/engine";
import { parseWholeNumber } from "./parse-whole-number.ts";
import { type ParsedReport, type ReportedProblem, unreadableReport } from "./parsed-report.ts";
import { scanXml, type XmlElement } from "./scan-xml.ts";

/** JUnit has no severities. A failed test is as severe as a failed command. */
const SEVERITY = "major";

const LOOKS_LIKE_PATH = /^[\w@.+-][\w@.+ /-]{0,500}\/[\w@.+ -]{1,200}\.[A-Za-z0-9]{1,8}$/;
const MAX_SAID = 1_500;

/** Reads JUnit XML. Each failure or error of a test case is a problem; a skipped test is not. */
export function readJunit(text: string): ParsedReport {
  const scanned = scanXml(text);
  if (!scanned.ok) return scanned;
  const { root } = scanned;
  if (root.name !== "testsuites" && root.name !== "testsuite") {
    return unreadableReport("it is no JUnit report");
  }
  const said = inSuite(root);
  const counted = [root, ...root.children].some(countsProblems);
  if (counted && said.length === 0) return unreadableReport("it counts failures but shows none");
  return { ok: true, said, refused: [], tests: testsIn(root) };
}

function countsProblems({ attributes }: XmlElement): boolean {
  return ["failures", "errors"].some((name) => (parseWholeNumber(attributes.get(name)) ?? 0) > 0);
}

/** Lists the problems of a suite and its nested suites. */
function inSuite(suite: XmlElement): ReportedProblem[] {
  return suite.children.flatMap((child) => {
    if (child.name === "testsuite") return inSuite(child);
    if (child.name === "testcase") return inCase(suite, child);
    return isProblem(child) ? [problemOf(suite, suite, child)] : [];
  });
}

/** Counts passed and failed test cases. Skipped tests count as neither. */
function testsIn(suite: XmlElement): TestCounts {
  const counts = { passed: 0, failed: 0 };
  for (const child of suite.children) {
    if (child.name === "testsuite") {
      const { passed, failed } = testsIn(child);
      counts.passed += passed;
      counts.failed += failed;
    } else if (
      child.name === "testcase" &&
      !child.children.some(({ name }) => name === "skipped")
    ) {
      counts[child.children.some(isProblem) ? "failed" : "passed"] += 1;
    }
  }
  return counts;
}

function inCase(suite: XmlElement, test: XmlElement): ReportedProblem[] {
  return test.children.filter(isProblem).map((child) => problemOf(suite, test, child));
}

function isProblem({ name }: XmlElement): boolean {
  return name === "failure" || name === "error";
}

function problemOf(suite: XmlElement, test: XmlElement, problem: XmlElement): ReportedProblem {
  const name = test.attributes.get("name") ?? "";
  const words = [problem.attributes.get("message") ?? "", problem.text.trim()];
  const said = words.find((word) => word.trim() !== "") ?? `a test has a ${problem.name}`;
  const file = fileOf(suite, test);
  return {
    severity: SEVERITY,
    message: `${name === "" ? "" : `${name}: `}${said.slice(0, MAX_SAID)}`,
    category: problem.attributes.get("type") ?? "test",
    ...(file === undefined ? {} : { file }),
    line: parseWholeNumber(test.attributes.get("line")),
  };
}

/** Returns the file of a test case. Some writers have an attribute for it; others use the name. */
function fileOf(suite: XmlElement, test: XmlElement): string | undefined {
  const said = test.attributes.get("file") ?? suite.attributes.get("file");
  if (said !== undefined) return said;
  const names = [test.attributes.get("classname"), suite.attributes.get("name")];
  return names.find((name) => name !== undefined && LOOKS_LIKE_PATH.test(name));
}
