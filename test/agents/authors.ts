import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Bench } from "../../packages/cli/src/testing/bench.ts";
import { HAS_COPILOT, SEARCH_PATH } from "./agents.ts";
import type { Said } from "./model/said.ts";

/** What differs between the agents that write code, as far as a test must know it. */
export type Author = {
  /** As `init` and the log call it. */
  id: "claude-code" | "codex" | "copilot";
  name: string;
  /** Makes the home of a person who has used the agent before; `init` connects the agent there. */
  openHome(bench: Bench): Promise<Readonly<Record<string, string>>>;
  /** How its model calls a tool of ours. */
  call(tool: string, input: object): Said;
  /** How its model writes a file of the repository. */
  write(path: string, text: string): Said;
  /** The command line of one session without a terminal, and what it needs around it besides its home. */
  session(prompt: string, modelUrl: string): AuthorSession;
};

type AuthorSession = {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
};

async function homeIn(bench: Bench, name: string): Promise<string> {
  const home = join(bench.directory, `home-${name}`);
  await mkdir(home, { recursive: true });
  return home;
}

function baseEnv(bench: Bench, home: string): Record<string, string> {
  const path = [SEARCH_PATH, bench.env.PATH].join(delimiter);
  return { ...bench.env, PATH: path, HOME: home };
}

const claude: Author = {
  id: "claude-code",
  name: "Claude Code",
  async openHome(bench) {
    const home = await homeIn(bench, "claude");
    const state = { hasCompletedOnboarding: true, projects: {} };
    await writeFile(join(home, ".claude.json"), JSON.stringify(state, null, 2));
    return baseEnv(bench, home);
  },
  call: (tool, input) => ({ kind: "call", tool: `mcp__countersign__${tool}`, input }),
  write: (path, content) => ({ kind: "call", tool: "Write", input: { file_path: path, content } }),
  session: (prompt, modelUrl) => ({
    command: "claude",
    args: [
      ...["-p", prompt, "--output-format", "json"],
      ...["--allowedTools", "mcp__countersign", "Write"],
    ],
    env: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: "sk-ant-stand-in",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      ENABLE_TOOL_SEARCH: "false",
    },
  }),
};

const codex: Author = {
  id: "codex",
  name: "Codex",
  async openHome(bench) {
    const home = await homeIn(bench, "codex");
    await writeFile(join(home, "config.toml"), codexConfig(bench));
    return { ...baseEnv(bench, home), CODEX_HOME: home };
  },
  call: (tool, input) => ({ kind: "call", tool, group: "mcp__countersign", input }),
  write: (path, text) => ({
    kind: "call",
    tool: "exec_command",
    input: { cmd: `printf %s '${text}' > '${path}'` },
  }),
  session: (prompt, modelUrl) => ({
    command: "codex",
    args: [
      ...["exec", "--json", "--dangerously-bypass-approvals-and-sandbox"],
      "--dangerously-bypass-hook-trust",
      ...["-c", `model_providers.stand-in.base_url="${modelUrl}/v1"`],
      // It does not wait for servers by itself.
      ...["-c", "mcp_servers.countersign.required=true"],
      prompt,
    ],
    env: { MODEL_KEY: "stand-in" },
  }),
};

function codexConfig(bench: Bench): string {
  return [
    'model = "gpt-5"',
    'model_provider = "stand-in"',
    "[analytics]",
    "enabled = false",
    "[model_providers.stand-in]",
    'name = "stand-in"',
    'env_key = "MODEL_KEY"',
    'wire_api = "responses"',
    "supports_websockets = false",
    `[projects."${bench.repository}"]`,
    'trust_level = "trusted"',
    "",
  ].join("\n");
}

const copilot: Author = {
  id: "copilot",
  name: "GitHub Copilot CLI",
  openHome: async (bench) => baseEnv(bench, await homeIn(bench, "copilot")),
  call: (tool, input) => ({ kind: "call", tool: `countersign-${tool}`, input }),
  write: (path, text) => ({
    kind: "call",
    tool: "bash",
    input: { command: `printf %s '${text}' > '${path}'`, description: "Write a file" },
  }),
  session: (prompt, modelUrl) => ({
    command: "copilot",
    args: ["-p", prompt, "--allow-all"],
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: "stand-in",
      COPILOT_MODEL: "gpt-5",
    },
  }),
};

export const AUTHORS: readonly Author[] = [claude, codex, ...(HAS_COPILOT ? [copilot] : [])];

/** Authors that are not installed, and how to install them. */
export const MISSING_AUTHORS: readonly string[] = HAS_COPILOT
  ? []
  : ["GitHub Copilot CLI: npm run copilot --prefix test/agents"];
