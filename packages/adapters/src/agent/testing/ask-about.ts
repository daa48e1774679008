import { answerJsonSchema, type Reviewer } from "@countersign/core";
import type { ReviewerAsk } from "@countersign/engine";

const REVIEWER: Reviewer = {
  id: "agent",
  name: "Agent",
  kind: "agent",
  adapter: "claude",
  model: null,
  modelFamily: null,
  tools: ["Read", "Grep", "Glob"],
  capabilities: [],
  maxSeverity: "critical",
  timeout: "10m",
  retries: 1,
  concurrency: 2,
  ratePerMinute: null,
  budgetUsd: 1,
  fallback: null,
  maxWords: 200,
  focusAreas: [],
  elevate: null,
  description: "Reads the change",
};

type Asked = Partial<Omit<ReviewerAsk, "reviewer">> & { reviewer?: Partial<Reviewer> };

/** A question about a directory, with what the test leaves out filled in. */
export function askAbout(directory: string, { reviewer, ...asked }: Asked = {}): ReviewerAsk {
  return {
    reviewer: { ...REVIEWER, ...reviewer },
    brief: "Review this.",
    answerSchema: { ...answerJsonSchema() },
    directory,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...asked,
  };
}
