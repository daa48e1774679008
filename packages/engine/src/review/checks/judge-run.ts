import type { Policy } from "@countersign/core";
import type { ProcessResult } from "../../ports/process-runner.ts";
import type { ReadReport } from "../../ports/report-reader.ts";
import type { CheckFinding, CheckResult } from "./findings/check-result.ts";
import { countsText, outcomeText } from "./outcome-text.ts";
import { trimOutput } from "./prepare/trim-output.ts";

/** A command that finished or was stopped. `report` is null if only the exit code counts. */
export type CheckRun = {
  check: Policy["checks"][number];
  result: ProcessResult;
  report: ReadReport | null;
  notes: readonly (string | null)[];
};

const MAX_SAID = 1_700;
/** Characters of the output to search for the outcome. */
const MAX_SEARCHED_CHARS = 16_000;
const MAX_COMMAND = 200;
const MAX_REASON = 500;

/**
 * Judges a run.
 *
 * An approval needs an exit code of zero and, if there is a report, a readable one without findings. A
 * failing command is at least a major finding, whatever its report says. An unreadable report is no result.
 */
export function judgeRun({ check, result, report, notes }: CheckRun): CheckResult {
  const { end, sandboxed, durationMs: took } = result;
  const command = `\`${check.run.slice(0, MAX_COMMAND)}\``;
  if (end.how === "killed") return { noResult: `${command} ${KILLED[end.why](check.timeout)}.` };
  const ended = `${command} ended with exit code ${end.code} after ${(took / 1_000).toFixed(1)} s.`;
  const wroteNothing = end.code !== 0 && result.stdout.length === 0;
  if (report?.ok === false && !wroteNothing) {
    return { noResult: `${ended} Its ${check.format} report cannot be read: ${report.reason}.` };
  }
  const reported = report?.ok ? reportedFindings(report) : [];
  const findings = [
    ...reported,
    ...(end.code === 0 || reported.some(isSerious) ? [] : [failure(command, end.code, result)]),
  ];
  const place = sandboxed ? null : "It ran without a sandbox.";
  const outcome = runOutcome({ check, result, report, notes }, end.code);
  const said = [outcome && `${outcome}.`, ended, place, ...notes];
  const summary = said.filter((line) => line !== null).join(" ");
  const opinion = findings.length === 0 ? "approved" : "concerns";
  return { opinion, findings, summary, sandboxed, durationMs: took };
}

/** Summarises the outcome from the report or else from the output. Null if neither shows it. */
function runOutcome({ check, result, report }: CheckRun, code: number): string | null {
  if (report?.ok) return report.tests === undefined ? null : countsText(report.tests, code);
  const output = trimOutput(result, MAX_SEARCHED_CHARS);
  return outcomeText({ run: check.run, code, output });
}

const KILLED: Readonly<Record<KilledWhy, (timeout: string) => string>> = {
  timeout: (timeout) => `did not end within ${timeout}`,
  aborted: () => "is no longer needed",
  memory: () => "took more memory than a check may",
  processes: () => "started more processes than a check may",
  disk: () => "filled more of the disk than a check may",
  signal: () => "was ended by a signal",
};
type KilledWhy = Extract<ProcessResult["end"], { how: "killed" }>["why"];

/** Parts of a report that were left out become a finding, because their severity is unknown. */
function reportedFindings({
  findings,
  refused,
  more,
}: Extract<ReadReport, { ok: true }>): CheckFinding[] {
  const worst = findings[0]?.severity ?? "major";
  return [
    ...findings,
    ...(more === 0 ? [] : [note(worst, `The report has ${more} more findings.`)]),
    ...(refused.length === 0 ? [] : [note("major", refusedText(refused))]),
  ];
}

function refusedText(refused: readonly string[]): string {
  const [first = ""] = refused;
  return `Parts of the report could not be read: ${first.slice(0, MAX_REASON)}.`;
}

function note(severity: CheckFinding["severity"], message: string): CheckFinding {
  const recommendation = "Run the command yourself and read what it says.";
  return { severity, category: "check", message, recommendation };
}

function isSerious({ severity }: CheckFinding): boolean {
  return severity === "critical" || severity === "major";
}

function failure(command: string, code: number, result: ProcessResult): CheckFinding {
  const said = trimOutput(result, MAX_SAID - MAX_COMMAND);
  const output = said === "" ? "It wrote nothing." : said;
  const message = `${command} ended with exit code ${code}.\n\n${output}`;
  return { severity: "major", category: "check", message };
}
