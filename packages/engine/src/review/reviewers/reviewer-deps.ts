import type { Opinion, Policy } from "@countersign/core";
import type { Mirror } from "../../ports/mirror.ts";
import type { ReviewerRunner } from "../../ports/reviewer-runner.ts";
import type { CheckFinding } from "../checks/findings/check-result.ts";
import type { BriefSubject } from "./prepare-briefs.ts";
import type { TreeCopies } from "./tree-copies.ts";
import type { Turns } from "./turns.ts";

export type ReviewerDeps = {
  mirror: Pick<Mirror, "showDiff" | "interdiff" | "checkout" | "readFile">;
  runner: ReviewerRunner;
  /** The engine's directory for copies. Its content may be deleted at any time. */
  scratch: string;
  /** Shared copies of trees. Default: each question gets its own copy. */
  copies?: TreeCopies | undefined;
  /** Limits of parallel questions. Default: none. */
  turns?: Turns | undefined;
  /** Milliseconds before the second attempt. Each further pause is twice as long. */
  firstPauseMs?: number | undefined;
};

export type ReviewerQuestion = BriefSubject & {
  policy: BriefSubject["policy"] & Pick<Policy, "limits">;
  /** US dollars that the organisation spent today (UTC). */
  spentTodayUsd?: number | undefined;
  signal: AbortSignal;
};

/** Usage of all pages and attempts. Tokens are null if the runner does not report them. */
export type ReviewUsage = { costUsd: number; tokens: { input: number; output: number } | null };

/** An agent's result for one tree. A missing result never counts as an approval. */
export type ReviewerResult = { kind: "agent" } & ReviewUsage &
  (
    | {
        opinion: Opinion;
        findings: CheckFinding[];
        /** Indexes of findings about lines that the reviewer has seen before. */
        unchanged: readonly number[];
        summary: string;
        sandboxed: boolean;
        durationMs: number;
        /** Why it did not see the whole change. The core never counts such an answer as an approval. */
        notShownWhole?: string | undefined;
      }
    | { noResult: string; cause: "failed" | "over_cap" }
  );

/** One attempt: the answer, or why it is no result, and its usage. */
export type ReviewAttempt = {
  costUsd: number;
  tokens: { input: number; output: number } | null;
  durationMs: number;
} & (
  | {
      ok: true;
      opinion: Opinion;
      findings: CheckFinding[];
      unchanged: number[];
      summary: string;
      sandboxed: boolean;
      /** True if a redaction in the question may have hidden code. */
      covered: boolean;
    }
  | { ok: false; reason: string; again: "soon" | "never"; afterMs?: number | undefined }
);
