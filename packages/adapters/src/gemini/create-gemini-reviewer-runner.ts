import type { ReviewerAsk, ReviewerRunner } from "@countersign/engine";
import type { AgentCli, AgentCommand, AgentRun } from "../agent/agent-cli.ts";
import {
  type AgentOptions,
  createAgentReviewerRunner,
} from "../agent/create-agent-reviewer-runner.ts";
import { elsewhere } from "../agent/elsewhere.ts";
import { quoteWord } from "../agent/quote-word.ts";
import { readGeminiOutput } from "./read-gemini-output.ts";

/** It signs in with a key, tells nobody anything, and tries once: asking again is decided elsewhere. */
const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { disableAutoUpdate: true, disableUpdateNag: true, maxAttempts: 1 },
  tools: {
    exclude: [
      "google_web_search",
      "invoke_agent",
      "replace",
      "run_shell_command",
      "web_fetch",
      "write_file",
    ],
  },
};

/**
 * Restricted, it reads nothing in the tree as instructions or settings; without a person to ask, it also
 * refuses every tool that does more than read. What it tries to reach besides fails at once.
 */
const ENVIRONMENT = {
  GEMINI_RESTRICTED_MODE: "true",
  HTTPS_PROXY: "http://127.0.0.1:9",
  NO_PROXY: "127.0.0.1",
  SETTINGS: JSON.stringify(SETTINGS),
};

const GEMINI: AgentCli = {
  name: "Gemini CLI",
  program: "gemini",
  install: "Install it with `npm install --global @google/gemini-cli`",
  keyVariable: "GEMINI_API_KEY",
  server: {
    baseUrl: "https://generativelanguage.googleapis.com",
    header: "x-goog-api-key",
    prefix: "",
    paths: [/^\/v1(?:beta)?\/models\/[\w.-]+:(?:(?:stream)?[gG]enerateContent|countTokens)$/],
  },
  commandFor,
  read: readGeminiOutput,
};

/** Asks Gemini CLI, which cannot be held to a form of answer. */
export function createGeminiReviewerRunner(options: AgentOptions): ReviewerRunner {
  return createAgentReviewerRunner(GEMINI, options);
}

function commandFor({ reviewer, brief }: ReviewerAsk, { program, token }: AgentRun): AgentCommand {
  const words = [
    ...[program, "--output-format", "json"],
    ...(reviewer.model === null ? [] : ["--model", reviewer.model]),
  ];
  const command = [
    'mkdir -p "$HOME/.gemini"; printf %s "$SETTINGS" > "$HOME/.gemini/settings.json"; unset SETTINGS',
    'export GOOGLE_GEMINI_BASE_URL="http://127.0.0.1:$GATEWAY_PORT"',
    elsewhere(`${words.map(quoteWord).join(" ")} --include-directories "$tree"`),
  ].join("\n");
  return { command, env: { ...ENVIRONMENT, GEMINI_API_KEY: token }, input: brief };
}
