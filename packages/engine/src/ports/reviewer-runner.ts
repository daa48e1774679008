import type { Reviewer } from "@countersign/core";

/**
 * How a reviewer is run, with one runner per adapter. The engine itself runs checks and built-in reviewers.
 */
export type ReviewerAdapter = Exclude<Reviewer["adapter"], "builtin" | "check">;

/** One question to one reviewer. */
export type ReviewerAsk = {
  reviewer: Reviewer;
  /** The complete prompt: what to look for, the change, the answer format and the nonce. */
  brief: string;
  /** The answer format as JSON Schema, for reviewers that support structured output. */
  answerSchema: Readonly<Record<string, unknown>>;
  /** A read-only copy of exactly the tree under review. */
  directory: string;
  timeoutMs: number;
  signal: AbortSignal;
};

/** What an answer used. A null cost is unknown, not zero. */
export type ReviewerUsage = {
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
};

/**
 * A reviewer's reply. The text is hostile input that the caller parses.
 *
 * Anything else is no result, with a reason for people and whether a retry is worthwhile.
 */
export type ReviewerReply = {
  usage: ReviewerUsage | null;
  durationMs: number;
  sandboxed: boolean;
} & (
  | { ok: true; text: string }
  | { ok: false; reason: string; again: "soon" | "never"; afterMs?: number | undefined }
);

/** Whether a reviewer can be asked on this machine. */
export type ReviewerState =
  | {
      ok: true;
      version: string;
      /** It runs with the engine owner's login, not with an API key. */
      personalLogin?: boolean;
    }
  | { ok: false; reason: string; hint: string };

/**
 * Asks reviewers of one kind. Never throws for anything that a reviewer, its program or its server does.
 *
 * When it returns, every process it started has ended.
 */
export interface ReviewerRunner {
  state(reviewer: Reviewer): Promise<ReviewerState>;
  ask(ask: ReviewerAsk): Promise<ReviewerReply>;
}

/** The available runners. A reviewer without a runner gets no result. */
export type ReviewerRunners = Readonly<Partial<Record<ReviewerAdapter, ReviewerRunner>>>;
