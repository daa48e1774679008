import type { Finding, Policy } from "@countersign/core";

/** How a tool writes down what it found. */
export type ReportFormat = Exclude<Policy["checks"][number]["format"], "exit">;

/** A finding of a tool, before it has an id. */
export type ReportFinding = Omit<
  Finding,
  "id" | "fingerprint" | "raisedBy" | "rounds" | "disposition"
>;

export type TestCounts = { passed: number; failed: number };

/** What a report says, the worst first, or why it cannot be read. */
export type ReadReport =
  | {
      ok: true;
      findings: readonly ReportFinding[];
      /** Why entries were left out: what they say of the content is unknown. */
      refused: readonly string[];
      /** How many entries, none worse than those read, were too many to read. */
      more: number;
      /** How many tests there were, where the format counts them; skipped ones are none. */
      tests?: TestCounts;
    }
  | { ok: false; reason: string };

/** Reads reports of tools that ran on hostile content. It never throws, whatever the text is. */
export interface ReportReader {
  /** `directory` is where the tool ran; paths in the report become paths of the repository. */
  read(format: ReportFormat, text: string, directory: string): ReadReport;
}
