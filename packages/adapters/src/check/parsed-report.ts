import type { TestCounts } from "@countersign/engine";

/** One problem as a tool wrote it. Everything in it is hostile, and any part may be missing. */
export type ReportedProblem = {
  severity: unknown;
  message: unknown;
  /** The tool's own name of the rule. */
  category: unknown;
  file?: unknown;
  line?: unknown;
  endLine?: unknown;
  recommendation?: unknown;
};

/** What a report holds, before its parts are checked. `refused` says what could not be understood. */
export type ParsedReport =
  | { ok: true; said: ReportedProblem[]; refused: string[]; tests?: TestCounts }
  | { ok: false; reason: string };

export type ReportObject = Readonly<Record<string, unknown>>;

export function isReportObject(value: unknown): value is ReportObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an object; anything else is an empty one. */
export function toReportObject(value: unknown): ReportObject {
  return isReportObject(value) ? value : {};
}

/** The value as a list; anything else is an empty one. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function unreadableReport(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
