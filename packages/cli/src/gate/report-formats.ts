import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { CountersignError } from "@countersign/core";
import { envelope } from "../output/envelope.ts";
import { guard } from "../output/guard.ts";
import { createStyle, type Style } from "../output/style.ts";
import { calmJson } from "./calm.ts";
import { formatCodeQuality } from "./format-code-quality.ts";
import { formatExplain } from "./format-explain.ts";
import { formatGithub } from "./format-github.ts";
import { formatJunit } from "./format-junit.ts";
import { formatMarkdown } from "./format-markdown.ts";
import { formatSarif } from "./format-sarif.ts";
import { formatText } from "./format-text.ts";
import type { GateReport } from "./gate-report.ts";

export const REPORT_FORMATS = [
  "text",
  "json",
  "sarif",
  "junit",
  "github",
  "markdown",
  "codequality",
] as const;
type ReportFormat = (typeof REPORT_FORMATS)[number];

export type ReportForm = {
  schema: string;
  report: GateReport;
  explain: boolean;
  all: boolean;
};

/** Returns the report in a format. */
export function formatReport(form: ReportForm, format: ReportFormat, style: Style): string {
  const { schema, report, explain, all } = form;
  switch (format) {
    case "json":
      return calmJson(envelope({ schema, data: report }));
    case "sarif":
      return formatSarif(report);
    case "junit":
      return formatJunit(report);
    case "github":
      return formatGithub(report);
    case "markdown":
      return formatMarkdown(report);
    case "codequality":
      return formatCodeQuality(report);
    case "text": {
      const text = formatText(report, style, all);
      return explain ? `${text}\n\n${formatExplain(report, style)}` : text;
    }
  }
}

type ReportFile = { path: string; format: ReportFormat };
type Written = { format: ReportFormat; output?: readonly string[] | undefined };

/**
 * Reads which formats to print and to write. A file that names its format, such as `sarif:gate.sarif`, leaves the
 * printed format alone; one without is written in the format of `--format`, and the text is printed.
 */
export function readReportFiles(
  { format, output = [] }: Written,
  directory: string,
): { printed: ReportFormat; files: ReportFile[] } {
  const files = output.map((written) => {
    const named = REPORT_FORMATS.find((name) => written.startsWith(`${name}:`));
    const path = named === undefined ? written : written.slice(named.length + 1);
    if (path === "")
      throw new CountersignError("invalid_input", `--output ${written} names no file`);
    return {
      path: resolve(directory, path),
      format: named ?? format,
      isNamed: named !== undefined,
    };
  });
  const isPrinted = files.every(({ isNamed }) => isNamed);
  return { printed: isPrinted ? format : "text", files };
}

const PLAIN = createStyle({ color: "never", ascii: false, env: {}, stream: {} });

/** Writes the report to each file in its format. */
export async function writeReportFiles(
  form: ReportForm,
  files: readonly ReportFile[],
): Promise<void> {
  for (const { path, format } of files) {
    const text = formatReport(form, format, PLAIN);
    await writeFile(path, `${guard(text, PLAIN).trimEnd()}\n`);
  }
}
