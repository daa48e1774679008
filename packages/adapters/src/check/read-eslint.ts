import { parseReportJson } from "./parse-report-json.ts";
import {
  isReportObject,
  type ParsedReport,
  type ReportedProblem,
  toList,
  toReportObject,
  unreadableReport,
} from "./parsed-report.ts";

const ERROR = 2;

/** Reads the output of `eslint --format json`. Leaves out suppressed messages. */
export function readEslint(text: string): ParsedReport {
  const parsed = parseReportJson(text);
  if (!parsed.ok) return parsed;
  if (!Array.isArray(parsed.value)) return unreadableReport("it is no list of files");
  const said: ReportedProblem[] = [];
  const refused: string[] = [];
  for (const [index, file] of parsed.value.entries()) {
    if (!isReportObject(file) || !Array.isArray(file.messages)) {
      refused.push(`the file at ${index} has no messages`);
      continue;
    }
    const messages = toList(file.messages).map((message) => saidOf(file.filePath, message));
    said.push(...messages);
    if (hidesErrors(file.errorCount, messages)) {
      refused.push(`the file at ${index} counts errors that it does not show`);
    }
  }
  return { ok: true, said, refused };
}

function saidOf(file: unknown, value: unknown): ReportedProblem {
  const { severity, message, ruleId, line, endLine, fatal } = toReportObject(value);
  return {
    severity: fatal === true ? ERROR : severity,
    message,
    category: ruleId ?? "syntax",
    file,
    line,
    endLine,
  };
}

function hidesErrors(count: unknown, messages: readonly ReportedProblem[]): boolean {
  const shown = messages.filter(({ severity }) => severity === ERROR).length;
  return typeof count === "number" && count > shown;
}
