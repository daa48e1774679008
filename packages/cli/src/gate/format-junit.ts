import type { Finding } from "@countersign/core";
import { type GateReport, type GateReviewerLine, UNSANDBOXED } from "./gate-report.ts";

/** JUnit's XML: a reviewer is a suite, what closes the gate is a failure, no result is an error. */
export function formatJunit({ findings, reviewers, unsandboxed }: GateReport): string {
  const suites = reviewers.map((line) => {
    const own = findings.filter(({ raisedBy }) => raisedBy.includes(line.reviewer));
    return suiteOf(line, casesOf(line, own), unsandboxed);
  });
  const sum = (key: "tests" | "failures" | "errors") =>
    suites.reduce((total, suite) => total + suite[key], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="countersign" tests="${sum("tests")}" failures="${sum("failures")}" errors="${sum("errors")}">`,
    ...suites.map(({ xml }) => xml),
    "</testsuites>",
  ].join("\n");
}

type Case = { name: string; body: string; counts: "failure" | "error" | "skipped" | "passed" };

function casesOf({ reviewer, is, reason }: GateReviewerLine, findings: readonly Finding[]): Case[] {
  if (is === "no_result") {
    const body = `<error message="${xmlText(reason ?? "no result")}" type="no_result"/>`;
    return [{ name: reviewer, body, counts: "error" }];
  }
  if (is === "not_asked") return [{ name: reviewer, body: "<skipped/>", counts: "skipped" }];
  if (findings.length === 0) return [{ name: reviewer, body: "", counts: "passed" }];
  return findings.map(caseOf);
}

function caseOf(finding: Finding): Case {
  const { id, file, line, category, severity, message } = finding;
  const place = `${file ?? category}${line === undefined ? "" : `:${line}`}`;
  const name = `${id} ${place}`;
  const text = xmlText(wordsOf(finding));
  if (severity !== "critical" && severity !== "major") {
    return { name, body: `<system-out>${text}</system-out>`, counts: "passed" };
  }
  const head = `message="${xmlText(message)}" type="${severity}"`;
  return { name, body: `<failure ${head}>${text}</failure>`, counts: "failure" };
}

function wordsOf({ message, quote, recommendation, satisfiedWhen }: Finding): string {
  return [message, quote, recommendation, satisfiedWhen && `Satisfied when: ${satisfiedWhen}`]
    .filter(Boolean)
    .join("\n");
}

function suiteOf(
  { reviewer, durationMs }: GateReviewerLine,
  cases: readonly Case[],
  unsandboxed: boolean,
) {
  const count = (kind: Case["counts"]) => cases.filter(({ counts }) => counts === kind).length;
  const tests = cases.length;
  const failures = count("failure");
  const errors = count("error");
  const name = xmlText(reviewer);
  const time = (durationMs / 1_000).toFixed(3);
  const lines = cases.map(
    (one) =>
      `    <testcase name="${xmlText(one.name)}" classname="${name}" time="0">${one.body}</testcase>`,
  );
  const xml = [
    `  <testsuite name="${name}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${count("skipped")}" time="${time}">`,
    ...(unsandboxed ? [PROPERTIES] : []),
    ...lines,
    "  </testsuite>",
  ].join("\n");
  return { tests, failures, errors, xml };
}

const PROPERTIES = `    <properties><property name="unsandboxed" value="${UNSANDBOXED}"/></properties>`;

const NAMES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** What XML 1.0 cannot hold in any form. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Line ends and whatever cannot be seen, or a log would obey, are written by their numbers, so that no reader changes them. */
const BY_NUMBER = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function xmlText(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(IMPOSSIBLE, "\u{FFFD}")
    .replaceAll(/[&<>"']/g, (char) => NAMES[char] ?? "")
    .replaceAll("##", "#&#35;")
    .replaceAll(BY_NUMBER, (char) => `&#${char.codePointAt(0)};`);
}
