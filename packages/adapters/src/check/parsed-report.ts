import type { TestCounts } from "@countersign/engine";

/** One problem of a report. Every field is untrusted and may be missing. */
export type ReportedProblem = {
  severity: unknown;
  message: unknown;
  /** The tool's name of the rule. */
  category: unknown;
  file?: unknown;
  line?: unknown;
  endLine?: unknown;
  recommendation?: unknown;
};

/**
 * A parsed report whose fields are not validated yet. `refused` lists the parts that could not be
 * read.
 */
export type ParsedReport =
  | { ok: true; said: ReportedProblem[]; refused: string[]; tests?: TestCounts }
  | { ok: false; reason: string };

export type ReportObject = Readonly<Record<string, unknown>>;

export function isReportObject(value: unknown): value is ReportObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an object, or an empty one for any other value. */
export function toReportObject(value: unknown): ReportObject {
  return isReportObject(value) ? value : {};
}

/** Returns a list, or an empty one for any other value. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function unreadableReport(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
