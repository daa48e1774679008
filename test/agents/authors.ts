import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Bench } from "../../packages/cli/src/testing/bench.ts";
import { PROGRAMS } from "./agents.ts";
import type { Said } from "./model/said.ts";

/** What differs between the agents that write code, as far as a test must know it. */
export type Author = {
  /** As `init` and the log call it. */
  id: "claude-code" | "codex";
  name: string;
  /** Where `init` writes the hooks. */
  hooks: string;
  /** How its model calls a tool of ours. */
  call(tool: string, input: object): Said;
  /** How its model writes a file of the repository. */
  write(path: string, text: string): Said;
  /** The command line of one session without a terminal, and what it needs around it. */
  session(bench: Bench, prompt: string, modelUrl: string): Promise<AuthorSession>;
};

export type AuthorSession = {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
};

/** The person has used the agent here before: the folder is trusted, and nothing is asked. */
async function homeIn(bench: Bench, name: string): Promise<string> {
  const home = join(bench.directory, `home-${name}`);
  await mkdir(home, { recursive: true });
  return home;
}

function baseEnv(bench: Bench, home: string): Record<string, string> {
  const path = [PROGRAMS, bench.env.PATH].join(delimiter);
  return { ...bench.env, PATH: path, HOME: home };
}

const claude: Author = {
  id: "claude-code",
  name: "Claude Code",
  hooks: ".claude/settings.json",
  call: (tool, input) => ({ kind: "call", tool: `mcp__countersign__${tool}`, input }),
  write: (path, content) => ({ kind: "call", tool: "Write", input: { file_path: path, content } }),
  async session(bench, prompt, modelUrl) {
    const home = await homeIn(bench, "claude");
    const projects = { [bench.repository]: { hasTrustDialogAccepted: true } };
    const known = JSON.stringify({ hasCompletedOnboarding: true, projects });
    await writeFile(join(home, ".claude.json"), known);
    return {
      command: "claude",
      args: [
        ...["-p", prompt, "--output-format", "json"],
        ...["--settings", JSON.stringify({ enableAllProjectMcpServers: true })],
        ...["--allowedTools", "mcp__countersign", "Write"],
      ],
      env: {
        ...baseEnv(bench, home),
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: "sk-ant-stand-in",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
        ENABLE_TOOL_SEARCH: "false",
      },
    };
  },
};

const codex: Author = {
  id: "codex",
  name: "Codex",
  hooks: ".codex/hooks.json",
  call: (tool, input) => ({ kind: "call", tool, group: "mcp__countersign", input }),
  write: (path, text) => ({
    kind: "call",
    tool: "exec_command",
    input: { cmd: `printf %s '${text}' > '${path}'` },
  }),
  async session(bench, prompt, modelUrl) {
    const home = await homeIn(bench, "codex");
    await writeFile(join(home, "config.toml"), codexConfig(bench, modelUrl));
    return {
      command: "codex",
      args: [
        ...["exec", "--json", "--dangerously-bypass-approvals-and-sandbox"],
        "--dangerously-bypass-hook-trust",
        // It does not wait for servers by itself.
        ...["-c", "mcp_servers.countersign.required=true"],
        prompt,
      ],
      env: { ...baseEnv(bench, home), CODEX_HOME: home, MODEL_KEY: "stand-in" },
    };
  },
};

function codexConfig(bench: Bench, modelUrl: string): string {
  return [
    'model = "gpt-5"',
    'model_provider = "stand-in"',
    "[analytics]",
    "enabled = false",
    "[model_providers.stand-in]",
    'name = "stand-in"',
    `base_url = "${modelUrl}/v1"`,
    'env_key = "MODEL_KEY"',
    'wire_api = "responses"',
    "supports_websockets = false",
    `[projects."${bench.repository}"]`,
    'trust_level = "trusted"',
    "",
  ].join("\n");
}

export const AUTHORS: readonly Author[] = [claude, codex];
