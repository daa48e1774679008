import type { Finding, Policy } from "@countersign/core";

/** The format of a tool's report. */
export type ReportFormat = Exclude<Policy["checks"][number]["format"], "exit">;

/** A tool's finding, before it gets an id. */
export type ReportFinding = Omit<
  Finding,
  "id" | "fingerprint" | "raisedBy" | "rounds" | "disposition"
>;

export type TestCounts = { passed: number; failed: number };

/** The findings of a report, worst first, or why it cannot be read. */
export type ReadReport =
  | {
      ok: true;
      findings: readonly ReportFinding[];
      /** Why entries were left out. What they report about the content is unknown. */
      refused: readonly string[];
      /** The number of entries above the limit that were not read. None is worse than those that were. */
      more: number;
      /** Number of tests, if the format counts them. Skipped tests are not counted. */
      tests?: TestCounts;
    }
  | { ok: false; reason: string };

/** Reads reports of tools that ran on hostile content. Never throws, whatever the text. */
export interface ReportReader {
  /** `directory` is where the tool ran. Paths in the report become repository paths. */
  read(format: ReportFormat, text: string, directory: string): ReadReport;
}
