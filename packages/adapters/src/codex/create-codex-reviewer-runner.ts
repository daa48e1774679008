import type { ReviewerAsk, ReviewerRunner } from "@countersign/engine";
import type { AgentCli, AgentRun } from "../agent/agent-cli.ts";
import { createAgentReviewerRunner } from "../agent/create-agent-reviewer-runner.ts";
import type { AgentOptions } from "../agent/prepare-agent.ts";
import { quoteForShell } from "../agent/quote-for-shell.ts";
import { startInEmptyDirectory } from "../agent/start-in-empty-directory.ts";
import type { AgentCommand } from "../login/agent-login.ts";
import { chatgptAccount } from "../login/login-account.ts";
import { ANSWER_MARK, readCodexOutput } from "./read-codex-output.ts";

/**
 * Ignores the repository's instructions for agents, does not search the web, and leaves retries to the
 * caller.
 */
const SETTINGS = [
  "analytics.enabled=false",
  "project_doc_max_bytes=0",
  'web_search="disabled"',
  'approval_policy="never"',
];

const PROVIDER = [
  'name="gateway"',
  'base_url="http://127.0.0.1:$GATEWAY_PORT"',
  'env_key="GATEWAY_TOKEN"',
  'wire_api="responses"',
  "supports_websockets=false",
  "request_max_retries=0",
  "stream_max_retries=0",
];

/** Makes every other connection fail at once instead of waiting for a name to resolve. */
const NOWHERE = { HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "127.0.0.1" };

/** Turns off features of an account that a review does not need, such as the person's apps. */
const SIGNED_IN = [
  'cli_auth_credentials_store="file"',
  ...["apps", "plugins", "remote_plugin", "plugin_discovery_prefetch", "skill_search"].map(
    (feature) => `features.${feature}=false`,
  ),
  ...["browser_use", "computer_use", "image_generation", "multi_agent", "tool_suggest"].map(
    (feature) => `features.${feature}=false`,
  ),
];

export const CODEX = {
  name: "Codex",
  program: "codex",
  install: "Install it with `npm install --global @openai/codex`",
  keyVariable: "OPENAI_API_KEY",
  server: {
    baseUrl: "https://api.openai.com/v1",
    header: "authorization",
    prefix: "Bearer ",
    paths: [/^\/responses$/],
  },
  login: {
    below: ".codex",
    files: ["auth.json"],
    accountOf: chatgptAccount,
    hosts: ["chatgpt.com", "auth.openai.com"],
    signIn: "Run `codex login`",
    commandFor: (ask, program) => scriptFor(ask, program, SIGNED_IN.map(setting).join(" ")),
  },
  commandFor,
  read: readCodexOutput,
} satisfies AgentCli;

/** Asks Codex, which reads the tree through its shell. */
export function createCodexReviewerRunner(options: AgentOptions): ReviewerRunner {
  return createAgentReviewerRunner(CODEX, options);
}

function commandFor(ask: ReviewerAsk, { program, token }: AgentRun): AgentCommand {
  const provider = `model_providers.gateway={${PROVIDER.join(",")}}`.replaceAll('"', '\\"');
  const script = scriptFor(ask, program, `-c 'model_provider="gateway"' -c "${provider}"`);
  return { ...script, env: { ...script.env, ...NOWHERE, GATEWAY_TOKEN: token } };
}

function setting(text: string): string {
  return `-c ${quoteForShell(text)}`;
}

/** Returns the script that runs Codex once; `more` are further arguments, quoted for the shell. */
function scriptFor({ reviewer, answerSchema, brief }: ReviewerAsk, program: string, more: string) {
  const words = [
    ...[program, "exec", "--json", "--ephemeral", "--skip-git-repo-check"],
    // Its own sandbox cannot be nested in ours, which is stricter.
    ...["--sandbox", "danger-full-access"],
    ...(reviewer.model === null ? [] : ["--model", reviewer.model]),
    ...SETTINGS.flatMap((setting) => ["-c", setting]),
  ];
  const files = '"$HOME/schema.json" -o "$HOME/answer"';
  const command = [
    'export CODEX_HOME="$HOME/.codex"; mkdir -p "$CODEX_HOME"',
    'printf %s "$ANSWER_SCHEMA" > "$HOME/schema.json"; unset ANSWER_SCHEMA',
    startInEmptyDirectory(
      `${words.map(quoteForShell).join(" ")} ${more} --output-schema ${files} -`,
    ),
    `code=$?; printf '\\n${ANSWER_MARK}\\n'; cat "$HOME/answer" 2>/dev/null; exit "$code"`,
  ].join("\n");
  return { command, env: { ANSWER_SCHEMA: JSON.stringify(answerSchema) }, input: brief };
}
