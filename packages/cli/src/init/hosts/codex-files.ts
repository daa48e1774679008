import { join } from "node:path";
import type { FileAddition } from "../edits/file-addition.ts";
import { agentHooks, mcpServer } from "./agent-entries.ts";
import { createUserFileAddition, type UserFolders } from "./user-file.ts";

const EVENTS = [
  ["SessionStart", "session-start", null],
  ["UserPromptSubmit", "user-prompt-submit", null],
  ["Stop", "stop", null],
  ["SubagentStop", "subagent-stop", null],
] as const;

const TIMEOUT_SECONDS = 5;

/** A table cannot be added where its name or the whole group is taken. */
const TAKEN =
  /^\s*(?:\[\s*mcp_servers\s*\.\s*"?countersign\b|mcp_servers\s*(?:=|\.\s*"?countersign\b))/m;

/** Codex: its hooks, and the server of tools in the user's configuration. */
export async function codexFiles(
  { codex, home }: UserFolders,
  launcher: string,
): Promise<FileAddition[]> {
  const hooks = agentHooks("codex", EVENTS, { launcher, timeout: TIMEOUT_SECONDS });
  return [
    await createUserFileAddition(join(codex, "hooks.json"), home, {
      says: `+ ${hooks.length} hooks; Codex asks you to trust them once`,
      edit: { kind: "json", additions: hooks },
    }),
    await createUserFileAddition(join(codex, "config.toml"), home, {
      says: '+ server "countersign" (8 tools)',
      edit: { kind: "block", block: serverBlock(launcher) },
      clash: (text) => (TAKEN.test(text) ? "has mcp_servers of its own there" : null),
    }),
  ];
}

/**
 * Codex starts servers with hardly any environment. These say which engine the person uses and where that
 * finds its things, because the server may be the one to start it. No credential is among them but a database's.
 */
const PASSED_ON = [
  "XDG_DATA_HOME",
  "XDG_CONFIG_HOME",
  "COUNTERSIGN_SERVER",
  "COUNTERSIGN_SHARED",
  "COUNTERSIGN_DATA",
  "COUNTERSIGN_GIT",
  "COUNTERSIGN_DATABASE_URL",
  "COUNTERSIGN_DATABASE_WORKER_URL",
  "COUNTERSIGN_DATABASE_OWNER_URL",
];

/** Without the approval mode Codex would ask its person about every single call. */
function serverBlock(launcher: string) {
  const { command, args } = mcpServer("codex", launcher);
  return {
    begin: "# countersign: begin",
    end: "# countersign: end",
    lines: [
      "[mcp_servers.countersign]",
      `command = ${JSON.stringify(command)}`,
      `args = ${listOf(args)}`,
      `env_vars = ${listOf(PASSED_ON)}`,
      'default_tools_approval_mode = "approve"',
    ],
    place: "end" as const,
    first: null,
  };
}

function listOf(words: readonly string[]): string {
  return `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;
}
