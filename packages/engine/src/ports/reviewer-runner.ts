import type { Reviewer } from "@countersign/core";

/** How a reviewer is run; one runner each. Checks and what is built in are run by the engine itself. */
export type ReviewerAdapter = Exclude<Reviewer["adapter"], "builtin" | "check">;

/** One question to one reviewer. */
export type ReviewerAsk = {
  reviewer: Reviewer;
  /** All of it: what to look for, the change, the form of the answer, the nonce. */
  brief: string;
  /** The form of the answer as JSON Schema, for those who can be held to it. */
  answerSchema: Readonly<Record<string, unknown>>;
  /** A copy of exactly the tree in question, to be read and never written. */
  directory: string;
  timeoutMs: number;
  signal: AbortSignal;
};

/** What was used up. A cost that nobody knows is null, which is not nothing. */
export type ReviewerUsage = {
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
};

/**
 * What came back. The text is hostile: whoever asked parses it.
 *
 * Everything else is no result, with a reason for people and whether it is worth asking again.
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
      /** It runs with the login of the engine's owner, not with a key. */
      personalLogin?: boolean;
    }
  | { ok: false; reason: string; hint: string };

/**
 * Asks reviewers of one kind. It never throws for what a reviewer, its program or its server does.
 *
 * When it answers, nothing that it started is left.
 */
export interface ReviewerRunner {
  state(reviewer: Reviewer): Promise<ReviewerState>;
  ask(ask: ReviewerAsk): Promise<ReviewerReply>;
}

/** The runners that are here; a reviewer without one has no result. */
export type ReviewerRunners = Readonly<Partial<Record<ReviewerAdapter, ReviewerRunner>>>;
