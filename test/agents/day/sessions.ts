import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PROGRAMS } from "../agents.ts";
import type { ModelRequest, ModelScript, Said } from "../model/said.ts";
import { startModelServer } from "../model/start-model-server.ts";

/** One agent as its user has installed it: signed in, with settings of its own, and used in one home. */
export type DayAgent = {
  /** As `init` and the log call it. */
  id: "claude-code" | "codex" | "gemini" | "opencode";
  /** The user's own settings, by their path in the home. */
  settings: Readonly<Record<string, string>>;
  /** How its model writes a file. */
  write(path: string, text: string): Said;
  /** How its model runs a command. */
  run(command: string): Said;
  /** The command line of one session without a terminal, and what it needs in its environment. */
  session(
    prompt: string,
    modelUrl: string,
  ): { args: readonly string[]; env: Readonly<Record<string, string>> };
};

/** What one session heard and said. */
export type Session = {
  requests: readonly ModelRequest[];
  /** What the program printed. */
  text: string;
};

/** The longest that one session may take. */
const SESSION_MS = 240_000;

const inJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const claude: DayAgent = {
  id: "claude-code",
  settings: { ".claude.json": inJson({ hasCompletedOnboarding: true }) },
  write: (path, content) => ({ kind: "call", tool: "Write", input: { file_path: path, content } }),
  run: (command) => ({ kind: "call", tool: "Bash", input: { command } }),
  session: (prompt, modelUrl) => ({
    args: [
      ...["claude", "-p", prompt, "--permission-mode", "acceptEdits"],
      ...["--allowedTools", "Bash", "mcp__countersign"],
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

const CODEX_CONFIG = `model = "gpt-5"
model_provider = "stand-in"
[analytics]
enabled = false
[model_providers.stand-in]
name = "stand-in"
base_url = "http://127.0.0.1:1/v1"
env_key = "MODEL_KEY"
wire_api = "responses"
supports_websockets = false
`;

const codex: DayAgent = {
  id: "codex",
  settings: { ".codex/config.toml": CODEX_CONFIG },
  write: (path, text) => codex.run(`printf %s '${text}' > '${path}'`),
  run: (cmd) => ({ kind: "call", tool: "exec_command", input: { cmd } }),
  session: (prompt, modelUrl) => ({
    args: [
      ...["codex", "exec", "--json", "--dangerously-bypass-approvals-and-sandbox"],
      "--dangerously-bypass-hook-trust",
      ...["-c", `model_providers.stand-in.base_url="${modelUrl}/v1"`],
      // It does not wait for servers by itself.
      ...["-c", "mcp_servers.countersign.required=true"],
      prompt,
    ],
    env: { MODEL_KEY: "stand-in" },
  }),
};

const gemini: DayAgent = {
  id: "gemini",
  settings: {
    ".gemini/settings.json": inJson({ security: { auth: { selectedType: "gemini-api-key" } } }),
  },
  write: (path, content) => ({
    kind: "call",
    tool: "write_file",
    input: { file_path: path, content },
  }),
  run: (command) => ({ kind: "call", tool: "run_shell_command", input: { command } }),
  session: (prompt, modelUrl) => ({
    args: [
      ...["gemini", "-p", prompt, "-o", "json", "--skip-trust", "-m", "gemini-3-pro"],
      ...["--approval-mode", "yolo"],
    ],
    env: { GEMINI_API_KEY: "stand-in", GOOGLE_GEMINI_BASE_URL: modelUrl },
  }),
};

const opencode: DayAgent = {
  id: "opencode",
  settings: { ".config/opencode/opencode.json": inJson({ autoupdate: false }) },
  write: (path, text) => opencode.run(`printf %s '${text}' > '${path}'`),
  run: (command) => ({ kind: "call", tool: "bash", input: { command, description: "Work" } }),
  session: (prompt, modelUrl) => ({
    args: ["opencode", "run", "--format", "json", "--model", "gateway/gpt-5", prompt],
    env: {
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        small_model: "gateway/gpt-5",
        provider: {
          gateway: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${modelUrl}/v1`, apiKey: "stand-in" },
            models: { "gpt-5": { name: "gpt-5" } },
          },
        },
      }),
    },
  }),
};

/** How each model calls a tool of ours. */
export const MCP_CALLS = {
  claude: (tool: string, input: object): Said => ({
    kind: "call",
    tool: `mcp__countersign__${tool}`,
    input,
  }),
  codex: (tool: string, input: object): Said => ({
    kind: "call",
    tool,
    group: "mcp__countersign",
    input,
  }),
} as const;

export const DAY_AGENTS = { claude, codex, gemini, opencode } as const;

/** Writes the settings of agents that their user has used before. */
export async function signInAgents(home: string): Promise<void> {
  for (const { settings } of Object.values(DAY_AGENTS))
    for (const [path, text] of Object.entries(settings)) {
      const file = join(home, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
}

/** Runs one session of a real agent in a directory; its model says these things one after another. */
export async function runSession(
  agent: DayAgent,
  { directory, env }: { directory: string; env: Readonly<Record<string, string>> },
  prompt: string,
  says: readonly Said[],
): Promise<Session> {
  if (directory === "") throw new Error("The agent has no directory of its own");
  return await runWorker(agent, { directory, env }, prompt, ({ calls }) => ({
    does: "say",
    said: says[calls] ?? { kind: "text", text: "That is all." },
  }));
}

/** Runs one session of a real agent in a directory; a script says what its model says. */
export async function runWorker(
  agent: DayAgent,
  { directory, env }: { directory: string; env: Readonly<Record<string, string>> },
  prompt: string,
  script: ModelScript,
): Promise<Session> {
  const server = await startModelServer(script);
  try {
    const { args, env: more } = agent.session(prompt, server.url);
    const [program = "", ...rest] = args;
    const child = spawn(join(PROGRAMS, program), rest, {
      cwd: directory,
      env: { ...env, ...more },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: SESSION_MS,
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        text += chunk;
      });
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`${agent.id} ended with ${code}:\n${text}`);
    return { requests: server.requests, text };
  } finally {
    await server.close();
  }
}
