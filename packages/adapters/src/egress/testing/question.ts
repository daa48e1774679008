import { answerJsonSchema, type Reviewer } from "@countersign/core";
import type { ReviewerAsk } from "@countersign/engine";

export const NONCE = "n-7f3a";
export const TREE = "a".repeat(40);

export function sampleReviewer(more: Partial<Reviewer> = {}): Reviewer {
  return {
    id: "senior",
    name: "Senior",
    kind: "agent",
    adapter: "model",
    model: null,
    modelFamily: null,
    tools: [],
    capabilities: [],
    maxSeverity: "critical",
    timeout: "10m",
    retries: 1,
    concurrency: 2,
    ratePerMinute: null,
    budgetUsd: null,
    fallback: null,
    maxWords: 200,
    focusAreas: ["Security"],
    elevate: null,
    description: "Reads",
    ...more,
  };
}

/** A question to a reviewer about a change that only its brief shows. */
export function questionFor(reviewer: Reviewer, more: Partial<ReviewerAsk> = {}): ReviewerAsk {
  return {
    reviewer,
    brief: "Look at this change.",
    answerSchema: answerJsonSchema(),
    directory: "/nowhere",
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    ...more,
  };
}

/** A good answer to it. */
export function goodAnswer(): string {
  const echo = { completed: true, nonce: NONCE, tree: TREE };
  return JSON.stringify({ ...echo, verdict: "approved", summary: "Well made.", findings: [] });
}
