import { parseReportJson } from "./parse-report-json.ts";
import {
  isReportObject,
  type ParsedReport,
  type ReportedProblem,
  toReportObject,
  unreadableReport,
} from "./parsed-report.ts";

/** Severities by name, and by the number that some writers use instead. */
const SEVERITIES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ["ERROR", "error"],
  [1, "error"],
  ["WARNING", "warning"],
  [2, "warning"],
  ["INFO", "info"],
  [3, "info"],
]);

/** A problem without a severity is not treated as minor. */
const UNWEIGHED = "major";

const MAX_LINES = 20_000;

/** Reads the Reviewdog Diagnostic Format: one object with all diagnostics. */
export function readRdjson(text: string): ParsedReport {
  const parsed = parseReportJson(text);
  if (!parsed.ok) return parsed;
  if (!isReportObject(parsed.value) || !Array.isArray(parsed.value.diagnostics)) {
    return unreadableReport("it has no list of diagnostics");
  }
  const { diagnostics, severity, source } = parsed.value;
  const said = diagnostics.map((diagnostic) => saidOf(diagnostic, { severity, source }));
  return { ok: true, said, refused: [] };
}

/**
 * Reads the same format with one diagnostic per line. An empty text is a report without findings.
 */
export function readRdjsonl(text: string): ParsedReport {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > MAX_LINES) return unreadableReport(`it has more than ${MAX_LINES} lines`);
  const said: ReportedProblem[] = [];
  for (const [index, line] of lines.entries()) {
    const parsed = parseReportJson(line);
    if (!parsed.ok) return unreadableReport(`line ${index + 1}: ${parsed.reason}`);
    said.push(saidOf(parsed.value, {}));
  }
  return { ok: true, said, refused: [] };
}

function saidOf(value: unknown, all: { severity?: unknown; source?: unknown }): ReportedProblem {
  const diagnostic = toReportObject(value);
  const location = toReportObject(diagnostic.location);
  const range = toReportObject(location.range);
  const severity = diagnostic.severity ?? all.severity;
  const source = toReportObject(diagnostic.source ?? all.source);
  return {
    severity: SEVERITIES.get(severity) ?? UNWEIGHED,
    message: diagnostic.message,
    category: toReportObject(diagnostic.code).value ?? source.name,
    file: location.path,
    line: toReportObject(range.start).line,
    endLine: toReportObject(range.end).line,
  };
}
