import type { ReviewerAsk, ReviewerRunner } from "@countersign/engine";
import type { AgentCli, AgentRun } from "../agent/agent-cli.ts";
import { createAgentReviewerRunner } from "../agent/create-agent-reviewer-runner.ts";
import type { AgentOptions } from "../agent/prepare-agent.ts";
import { quoteForShell } from "../agent/quote-for-shell.ts";
import type { AgentCommand } from "../login/agent-login.ts";
import { readClaudeOutput } from "./read-claude-output.ts";

/** Tools that a reviewer may have. A policy cannot add tools that write or run commands. */
const READING_TOOLS = ["Read", "Grep", "Glob"];

const MAX_TURNS = 60;

/** Turns off telemetry, and leaves retries to the caller. */
const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: "1",
  CLAUDE_CODE_MAX_RETRIES: "0",
  DISABLE_AUTOUPDATER: "1",
};

export const CLAUDE = {
  name: "Claude Code",
  program: "claude",
  install: "Install it with `npm install --global @anthropic-ai/claude-code`",
  keyVariable: "ANTHROPIC_API_KEY",
  server: {
    baseUrl: "https://api.anthropic.com",
    header: "x-api-key",
    prefix: "",
    paths: [/^\/v1\/messages$/, /^\/v1\/messages\/count_tokens$/],
  },
  login: {
    below: ".claude",
    files: [".credentials.json"],
    accountOf: () => null,
    hosts: ["api.anthropic.com", "platform.claude.com"],
    signIn: "Run `claude` and sign in with /login",
    commandFor: (ask, program) => {
      const command = `exec ${wordsFor(ask, program)}`;
      return { command, env: QUIET, input: ask.brief };
    },
  },
  commandFor,
  read: readClaudeOutput,
} satisfies AgentCli;

/** Asks Claude Code. It ignores settings in the repository. */
export function createClaudeReviewerRunner(options: AgentOptions): ReviewerRunner {
  return createAgentReviewerRunner(CLAUDE, options);
}

function commandFor(ask: ReviewerAsk, { program, token }: AgentRun): AgentCommand {
  const address = 'ANTHROPIC_BASE_URL="http://127.0.0.1:$GATEWAY_PORT"';
  const command = `${address} exec ${wordsFor(ask, program)}`;
  return { command, env: { ...QUIET, ANTHROPIC_API_KEY: token }, input: ask.brief };
}

function wordsFor({ reviewer, answerSchema }: ReviewerAsk, program: string): string {
  const tools = READING_TOOLS.filter((tool) => reviewer.tools.includes(tool)).join(",");
  const words = [
    ...[program, "--print", "--restricted", "--strict-mcp-config", "--no-session-persistence"],
    ...["--tools", tools, "--output-format", "json", "--max-turns", String(MAX_TURNS)],
    ...["--json-schema", JSON.stringify(answerSchema)],
    ...(reviewer.model === null ? [] : ["--model", reviewer.model]),
    ...(reviewer.budgetUsd === null ? [] : ["--max-budget-usd", String(reviewer.budgetUsd)]),
  ];
  return words.map(quoteForShell).join(" ");
}
