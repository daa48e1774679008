import type { Command } from "@countersign/core";

/** A finding as a check hands it in. */
export type CheckFinding = Extract<Command, { type: "record_verdict" }>["findings"][number]["raw"];

/** A check's result for one tree. No result is not an answer, and never an approval. */
export type CheckResult =
  | {
      /** A blocker where the author cannot settle it and a person must decide. */
      opinion: "approved" | "concerns" | "blocker";
      findings: CheckFinding[];
      summary: string;
      sandboxed: boolean;
      durationMs: number;
      /** How it ended with the change's own judge files, where these differ from the accepted ones. */
      withOwnFiles?: "passed" | "failed" | undefined;
    }
  | { noResult: string };
