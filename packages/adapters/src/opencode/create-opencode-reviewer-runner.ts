import type { ReviewerAsk, ReviewerRunner } from "@countersign/engine";
import type { AgentCli, AgentRun } from "../agent/agent-cli.ts";
import { createAgentReviewerRunner } from "../agent/create-agent-reviewer-runner.ts";
import type { AgentOptions } from "../agent/prepare-agent.ts";
import { quoteForShell } from "../agent/quote-for-shell.ts";
import { startInEmptyDirectory } from "../agent/start-in-empty-directory.ts";
import type { AgentCommand } from "../login/agent-login.ts";
import { readOpencodeOutput } from "./read-opencode-output.ts";

/** Turns off update checks; all other connections fail at once. */
const ENVIRONMENT = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  OPENCODE_DISABLE_CLAUDE_CODE: "1",
  HTTPS_PROXY: "http://127.0.0.1:9",
  NO_PROXY: "127.0.0.1,localhost",
};

const NEVER = "deny";

/** Allows reading the tree, which is outside its working directory, and nothing else. */
const PERMISSION = {
  bash: NEVER,
  edit: NEVER,
  external_directory: "allow",
  skill: NEVER,
  task: NEVER,
  webfetch: NEVER,
  websearch: NEVER,
};

const OPENCODE: AgentCli = {
  name: "OpenCode",
  program: "opencode",
  install: "Install it with `npm install --global opencode-ai`",
  keyVariable: "OPENAI_API_KEY",
  server: {
    baseUrl: "https://api.openai.com/v1",
    header: "authorization",
    prefix: "Bearer ",
    paths: [/^\/chat\/completions$/],
  },
  commandFor,
  read: readOpencodeOutput,
};

/**
 * Asks OpenCode with a model of OpenAI or of a compatible server. It does not support an answer
 * schema.
 */
export function createOpencodeReviewerRunner(options: AgentOptions): ReviewerRunner {
  return createAgentReviewerRunner(OPENCODE, options);
}

const ADDRESS = "http://127.0.0.1:GATEWAY_PORT";

function commandFor({ reviewer, brief }: ReviewerAsk, { program, token }: AgentRun): AgentCommand {
  const model = (reviewer.model ?? "gpt-5").replace(/^openai\//, "");
  const config = {
    autoupdate: false,
    share: "disabled",
    model: `gateway/${model}`,
    small_model: `gateway/${model}`,
    permission: PERMISSION,
    provider: {
      gateway: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: ADDRESS, apiKey: token },
        models: { [model]: { name: model } },
      },
    },
  };
  const words = [program, "run", "--format", "json", "--pure", "--title", "Review"];
  const command = [
    'OPENCODE_CONFIG_CONTENT="$(printf %s "$CONFIG" | sed "s/GATEWAY_PORT/$GATEWAY_PORT/")"',
    "export OPENCODE_CONFIG_CONTENT; unset CONFIG",
    startInEmptyDirectory(words.map(quoteForShell).join(" ")),
  ].join("\n");
  return { command, env: { ...ENVIRONMENT, CONFIG: JSON.stringify(config) }, input: brief };
}
