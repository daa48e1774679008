import { createSandboxedProcessRunner } from "@countersign/adapters";
import { answerJsonSchema, type Reviewer } from "@countersign/core";
import type { ProcessRunner, ReviewerReply } from "@countersign/engine";
import { type Agent, SEARCH_PATH } from "./agents.ts";
import type { ModelScript } from "./model/said.ts";
import { type ModelServer, startModelServer } from "./model/start-model-server.ts";

export const NONCE = "nonce-4711";
export const KEY = "sk-canary-of-the-credential";

/** A reviewer as a policy declares it, with every default filled in. */
export function reviewerOf({ id, adapter, name, model }: Agent): Reviewer {
  return {
    id,
    name,
    kind: "agent",
    adapter,
    model,
    modelFamily: null,
    tools: ["Read", "Grep", "Glob", "Bash", "Write"],
    capabilities: [],
    maxSeverity: "critical",
    timeout: "10m",
    retries: 1,
    concurrency: 2,
    ratePerMinute: null,
    budgetUsd: 1,
    fallback: null,
    maxWords: 200,
    focusAreas: ["Spec compliance"],
    elevate: null,
    description: "Reads the change",
  };
}

/** What a good reviewer answers about a tree. */
export function answerAbout(tree: string): string {
  return JSON.stringify({
    completed: true,
    nonce: NONCE,
    tree,
    verdict: "concerns",
    summary: "The total is not rounded.",
    findings: [
      {
        severity: "major",
        category: "correctness",
        ruleId: null,
        file: "src/total.ts",
        line: 1,
        endLine: null,
        quote: null,
        message: "Cents are lost when prices are added",
        recommendation: "Add whole cents",
        satisfiedWhen: null,
        confidence: 0.9,
      },
    ],
  });
}

type Asked = {
  directory: string;
  script: ModelScript;
  brief?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
  processes?: ProcessRunner;
};

export type Told = { reply: ReviewerReply; requests: ModelServer["requests"] };

/** Asks a real agent once, through our adapter, with a model server of its own. */
export async function askAgent(agent: Agent, asked: Asked): Promise<Told> {
  const { directory, script, brief = "Review this change.", timeoutMs = 120_000 } = asked;
  const server = await startModelServer(script);
  const processes = asked.processes ?? createSandboxedProcessRunner({ graceMs: 500 });
  try {
    const runner = agent.create({
      processes,
      credentials: { apiKey: KEY },
      upstream: server.url + agent.base,
      searchPath: SEARCH_PATH,
    });
    const reply = await runner.ask({
      reviewer: reviewerOf(agent),
      brief,
      answerSchema: { ...answerJsonSchema() },
      directory,
      timeoutMs,
      signal: asked.signal ?? new AbortController().signal,
    });
    return { reply, requests: server.requests };
  } finally {
    await server.close();
  }
}
