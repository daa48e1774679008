import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import {
  type AcpOptions,
  type AgentOptions,
  createAcpReviewerRunner,
  createClaudeReviewerRunner,
  createCodexReviewerRunner,
  createGeminiReviewerRunner,
  createOpencodeReviewerRunner,
} from "@countersign/adapters";
import type { Reviewer } from "@countersign/core";
import type { ReviewerRunner } from "@countersign/engine";
import type { Said } from "./model/said.ts";

/** Where the agents' programs are installed, outside of the product. */
export const PROGRAMS = join(import.meta.dirname, "node_modules", ".bin");
/** GitHub Copilot CLI is installed by hand: `npm run copilot` in this folder. */
const COPILOT_PROGRAMS = join(import.meta.dirname, "copilot", "node_modules", ".bin");
export const HAS_COPILOT = existsSync(join(COPILOT_PROGRAMS, "copilot"));
/** Where the agents' programs are searched. */
export const SEARCH_PATH = [PROGRAMS, COPILOT_PROGRAMS].join(delimiter);

/** What differs between the agents, as far as a test must know it. */
export type Agent = {
  id: string;
  adapter: Reviewer["adapter"];
  /** What people call it. */
  name: string;
  version: string;
  model: string | null;
  create(options: AgentOptions): ReviewerRunner;
  /** The path of its model server's address. */
  base: string;
  /** Where its model server takes the key. */
  header: string;
  /** The tools that its model is offered to look into the tree. */
  tools: readonly string[];
  /** Whether it says what it used up. */
  counts: boolean;
  /** How its model asks to see a file of the tree. */
  look(file: string): Said;
  /** How its model asks to write one, if it is offered that and only we refuse it. */
  write?(file: string): Said;
};

type AcpAgent = NonNullable<ReturnType<AcpOptions["agents"]["get"]>>;

/** The settings by which its owner gives OpenCode a model server and takes its tools that write away. */
const OPENCODE = {
  autoupdate: false,
  model: "gateway/gpt-5",
  small_model: "gateway/gpt-5",
  permission: { bash: "deny", edit: "deny", task: "deny", webfetch: "deny" },
  provider: {
    gateway: {
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: "{gateway}", apiKey: "{token}" },
      models: { "gpt-5": { name: "gpt-5" } },
    },
  },
};

function overAcp(id: string, agent: AcpAgent): Agent["create"] {
  return ({ credentials: { apiKey }, upstream, ...options }) =>
    createAcpReviewerRunner({
      ...options,
      agents: new Map([[id, agent]]),
      models:
        agent.provider === undefined ? {} : { [agent.provider]: { apiKey, baseUrl: upstream } },
    });
}

const ALL: readonly Agent[] = [
  {
    id: "claude",
    adapter: "claude",
    name: "Claude Code",
    version: "2.1.325",
    model: null,
    create: createClaudeReviewerRunner,
    base: "",
    header: "x-api-key",
    tools: ["Glob", "Grep", "Read"],
    counts: true,
    look: (file) => ({ kind: "call", tool: "Read", input: { file_path: `/checkout/${file}` } }),
  },
  {
    id: "codex",
    adapter: "codex",
    name: "Codex",
    version: "0.166.0",
    model: "gpt-5.5",
    create: createCodexReviewerRunner,
    base: "/v1",
    header: "authorization",
    tools: ["exec_command"],
    counts: true,
    look: (file) => ({
      kind: "call",
      tool: "exec_command",
      input: { cmd: `cat /checkout/${file}; touch /checkout/planted; echo ended with $?` },
    }),
  },
  {
    id: "gemini",
    adapter: "gemini",
    name: "Gemini CLI",
    version: "0.61.0",
    model: "gemini-3-pro",
    create: createGeminiReviewerRunner,
    base: "",
    header: "x-goog-api-key",
    tools: ["glob", "grep_search", "list_directory", "read_file"],
    counts: true,
    look: (file) => ({
      kind: "call",
      tool: "read_file",
      input: { file_path: `/checkout/${file}` },
    }),
  },
  {
    id: "opencode",
    adapter: "opencode",
    name: "OpenCode",
    version: "1.18.33",
    model: "openai/gpt-5",
    create: createOpencodeReviewerRunner,
    base: "/v1",
    header: "authorization",
    tools: ["glob", "grep", "read"],
    counts: true,
    look: (file) => ({ kind: "call", tool: "read", input: { filePath: `/checkout/${file}` } }),
  },
  {
    id: "gemini-acp",
    adapter: "acp",
    name: "Gemini CLI over ACP",
    version: "0.61.0",
    model: null,
    create: overAcp("gemini-acp", {
      command: ["gemini", "--acp", "--skip-trust", "--model", "gemini-3-pro"],
      provider: "google",
      env: { GEMINI_RESTRICTED_MODE: "true" },
    }),
    base: "",
    header: "x-goog-api-key",
    tools: ["glob", "grep_search", "list_directory", "read_file"],
    counts: false,
    look: (file) => ({
      kind: "call",
      tool: "read_file",
      input: { file_path: `/checkout/${file}` },
    }),
    write: (file) => ({
      kind: "call",
      tool: "write_file",
      input: { file_path: `/checkout/${file}`, content: "x" },
    }),
  },
  {
    id: "opencode-acp",
    adapter: "acp",
    name: "OpenCode over ACP",
    version: "1.18.33",
    model: null,
    create: overAcp("opencode-acp", {
      command: ["opencode", "acp"],
      provider: "openai",
      env: {
        OPENCODE_CONFIG_CONTENT: JSON.stringify(OPENCODE),
        OPENCODE_DISABLE_MODELS_FETCH: "1",
      },
    }),
    base: "/v1",
    header: "authorization",
    tools: ["glob", "grep", "read"],
    counts: false,
    look: (file) => ({ kind: "call", tool: "read", input: { filePath: `/checkout/${file}` } }),
  },
  {
    id: "copilot-acp",
    adapter: "acp",
    name: "GitHub Copilot CLI over ACP",
    version: "1.0.102",
    model: null,
    create: overAcp("copilot-acp", {
      command: [
        ...["copilot", "--acp", "--no-custom-instructions"],
        "--available-tools=view,grep,glob",
      ],
      provider: "openai",
      env: {
        COPILOT_OFFLINE: "true",
        COPILOT_AUTO_UPDATE: "false",
        COPILOT_PROVIDER_BASE_URL: "{gateway}",
        COPILOT_PROVIDER_API_KEY: "{token}",
        COPILOT_MODEL: "gpt-5",
      },
    }),
    base: "/v1",
    header: "authorization",
    tools: ["glob", "grep", "view"],
    counts: false,
    look: (file) => ({ kind: "call", tool: "view", input: { path: `/checkout/${file}` } }),
  },
];

const INSTALLED_BY_HAND: Readonly<Record<string, boolean>> = {
  opencode: existsSync(join(PROGRAMS, "opencode")),
  copilot: HAS_COPILOT,
};

/** OpenCode cannot be locked and is installed by hand as well: `npm run opencode` in this folder. */
export const AGENTS = ALL.filter(({ id }) => INSTALLED_BY_HAND[id.split("-")[0] ?? ""] ?? true);
