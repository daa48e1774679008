import type { Opinion, Policy } from "@countersign/core";
import type { Mirror } from "../../ports/mirror.ts";
import type { ReviewerRunner } from "../../ports/reviewer-runner.ts";
import type { CheckFinding } from "../checks/findings/check-result.ts";
import type { AskAbout } from "./brief-input.ts";
import type { TreeCopies } from "./tree-copies.ts";
import type { Turns } from "./turns.ts";

export type ReviewerDeps = {
  mirror: Pick<Mirror, "showDiff" | "interdiff" | "checkout" | "readFile">;
  runner: ReviewerRunner;
  /** A directory of ours for copies; what is in it may go at any time. */
  scratch: string;
  /** Left out: it gets a copy of its own. */
  copies?: TreeCopies | undefined;
  /** Left out: reviewers are asked at once, without waiting for each other. */
  turns?: Turns | undefined;
  /** The pause before the second try; each further one is twice as long. */
  firstPauseMs?: number | undefined;
};

export type ReviewerQuestion = AskAbout & {
  policy: AskAbout["policy"] & Pick<Policy, "limits">;
  /** What the organisation spent today. */
  spentTodayUsd?: number | undefined;
  signal: AbortSignal;
};

/** What it used up, with every page and try. Tokens are null where the runner does not report them. */
export type ReviewUsage = { costUsd: number; tokens: { input: number; output: number } | null };

/** What an agent says of one tree. No result is not an answer, and never an approval. */
export type ReviewerResult = { kind: "agent" } & ReviewUsage &
  (
    | {
        opinion: Opinion;
        findings: CheckFinding[];
        /** Which findings, by index, are about lines that it has seen before. */
        unchanged: readonly number[];
        summary: string;
        sandboxed: boolean;
        durationMs: number;
        /** Why it was not shown the whole change; the core lets no such answer approve. */
        notShownWhole?: string | undefined;
      }
    | { noResult: string; cause: "failed" | "over_cap" }
  );

/** One try: what was said, or why that is no result, and what it used up. */
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
      /** True if the whole question had something that looks like a credential and may have been code. */
      covered: boolean;
    }
  | { ok: false; reason: string; again: "soon" | "never"; afterMs?: number | undefined }
);
