import type { ReviewerAsk, ReviewerRunner } from "@countersign/engine";
import type { AgentCli, AgentCommand, AgentRun } from "../agent/agent-cli.ts";
import {
  type AgentOptions,
  createAgentReviewerRunner,
} from "../agent/create-agent-reviewer-runner.ts";
import { quoteWord } from "../agent/quote-word.ts";
import { readClaudeOutput } from "./read-claude-output.ts";

/** What a reviewer may be given; whatever else is declared, it gets no tool that writes or runs. */
const READING_TOOLS = ["Read", "Grep", "Glob"];

const MOST_TURNS = 60;

/** It has nobody to report to, and asking again is decided by whoever asked us. */
const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: "1",
  CLAUDE_CODE_MAX_RETRIES: "0",
  DISABLE_AUTOUPDATER: "1",
};

const CLAUDE: AgentCli = {
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
  commandFor,
  read: readClaudeOutput,
};

/** Asks Claude Code. Nothing that a repository says to it in files of its own is read as settings. */
export function createClaudeReviewerRunner(options: AgentOptions): ReviewerRunner {
  return createAgentReviewerRunner(CLAUDE, options);
}

function commandFor(
  { reviewer, answerSchema, brief }: ReviewerAsk,
  { program, token }: AgentRun,
): AgentCommand {
  const tools = READING_TOOLS.filter((tool) => reviewer.tools.includes(tool)).join(",");
  const words = [
    ...[program, "--print", "--restricted", "--strict-mcp-config", "--no-session-persistence"],
    ...["--tools", tools, "--output-format", "json", "--max-turns", String(MOST_TURNS)],
    ...["--json-schema", JSON.stringify(answerSchema)],
    ...(reviewer.model === null ? [] : ["--model", reviewer.model]),
    ...(reviewer.budgetUsd === null ? [] : ["--max-budget-usd", String(reviewer.budgetUsd)]),
  ];
  const address = 'ANTHROPIC_BASE_URL="http://127.0.0.1:$GATEWAY_PORT"';
  const command = `${address} exec ${words.map(quoteWord).join(" ")}`;
  return { command, env: { ...QUIET, ANTHROPIC_API_KEY: token }, input: brief };
}
