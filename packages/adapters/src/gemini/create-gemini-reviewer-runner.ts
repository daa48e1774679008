import type { ReviewerAsk, ReviewerRunner } from "@countersign/engine";
import type { AgentCli, AgentRun } from "../agent/agent-cli.ts";
import { createAgentReviewerRunner } from "../agent/create-agent-reviewer-runner.ts";
import type { AgentOptions } from "../agent/prepare-agent.ts";
import { quoteForShell } from "../agent/quote-for-shell.ts";
import { startInEmptyDirectory } from "../agent/start-in-empty-directory.ts";
import type { AgentCommand } from "../login/agent-login.ts";
import { googleAccount } from "../login/login-account.ts";
import { readGeminiOutput } from "./read-gemini-output.ts";

/** Turns off usage reports, and leaves retries to the caller. */
const SETTINGS = {
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
 * In restricted mode it reads no instructions or settings from the tree. Without a person to ask,
 * it refuses every tool that does more than read. All other connections fail at once.
 */
const ENVIRONMENT = {
  GEMINI_RESTRICTED_MODE: "true",
  NO_PROXY: "127.0.0.1",
};

/** The program's name of the sign-in method. */
type SignsInBy = "gemini-api-key" | "oauth-personal";

export const GEMINI = {
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
  login: {
    below: ".gemini",
    files: ["oauth_creds.json", "google_accounts.json"],
    accountOf: googleAccount,
    hosts: ["cloudcode-pa.googleapis.com", "oauth2.googleapis.com", "www.googleapis.com"],
    signIn: "Run `gemini` and sign in with Google",
    commandFor: (ask, program) => scriptFor(ask, program, "oauth-personal"),
  },
  commandFor,
  read: readGeminiOutput,
} satisfies AgentCli;

/** Asks Gemini CLI, which does not support an answer schema. */
export function createGeminiReviewerRunner(options: AgentOptions): ReviewerRunner {
  return createAgentReviewerRunner(GEMINI, options);
}

function commandFor(ask: ReviewerAsk, { program, token }: AgentRun): AgentCommand {
  const { command, env, input } = scriptFor(ask, program, "gemini-api-key");
  const address = 'export GOOGLE_GEMINI_BASE_URL="http://127.0.0.1:$GATEWAY_PORT"';
  return {
    command: `${address}\n${command}`,
    env: { ...env, HTTPS_PROXY: "http://127.0.0.1:9", GEMINI_API_KEY: token },
    input,
  };
}

function scriptFor({ reviewer, brief }: ReviewerAsk, program: string, selectedType: SignsInBy) {
  const words = [
    ...[program, "--output-format", "json"],
    ...(reviewer.model === null ? [] : ["--model", reviewer.model]),
  ];
  const command = [
    'mkdir -p "$HOME/.gemini"; printf %s "$SETTINGS" > "$HOME/.gemini/settings.json"; unset SETTINGS',
    startInEmptyDirectory(`${words.map(quoteForShell).join(" ")} --include-directories "$tree"`),
  ].join("\n");
  const security = { auth: { selectedType }, folderTrust: { enabled: false } };
  const settings = JSON.stringify({ ...SETTINGS, security });
  return { command, env: { ...ENVIRONMENT, SETTINGS: settings }, input: brief };
}
