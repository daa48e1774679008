import type { Command } from "@countersign/core";

/** A finding in the format that a check submits. */
export type CheckFinding = Extract<Command, { type: "record_verdict" }>["findings"][number]["raw"];

/** A check's result for one tree. A missing result never counts as an approval. */
export type CheckResult =
  | {
      /** A blocker if the author cannot settle it and a person must decide. */
      opinion: "approved" | "concerns" | "blocker";
      findings: CheckFinding[];
      summary: string;
      sandboxed: boolean;
      durationMs: number;
      /** The outcome with the change's own judge files, if they differ from the accepted ones. */
      withOwnFiles?: "passed" | "failed" | undefined;
    }
  | { noResult: string };
