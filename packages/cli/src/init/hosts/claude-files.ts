import { join } from "node:path";
import type { FileAddition } from "../edits/file-addition.ts";
import { agentHooks, mcpServer } from "./agent-entries.ts";
import { createUserFileAddition, type UserFolders } from "./user-file.ts";

const EVENTS = [
  ["SessionStart", "session-start", null],
  ["UserPromptSubmit", "user-prompt-submit", null],
  ["PostToolUse", "post-tool-use", "Edit|Write|Bash"],
  ["Stop", "stop", null],
  ["SubagentStop", "subagent-stop", null],
] as const;

const TIMEOUT_SECONDS = 5;

/** Claude Code: its hooks and the server of tools, for every project of the user. */
export async function claudeFiles(
  { claude, claudeState, home }: UserFolders,
  launcher: string,
): Promise<FileAddition[]> {
  const hooks = agentHooks("claude-code", EVENTS, { launcher, timeout: TIMEOUT_SECONDS });
  const value = { type: "stdio", ...mcpServer("claude-code", launcher) };
  return [
    await createUserFileAddition(join(claude, "settings.json"), home, {
      says: `+ ${hooks.length} hooks, nothing removed`,
      edit: { kind: "json", additions: hooks },
    }),
    await createUserFileAddition(claudeState, home, {
      says: '+ server "countersign" (8 tools)',
      edit: {
        kind: "json",
        additions: [{ adds: "value", at: ["mcpServers", "countersign"], value }],
      },
      isLive: true,
    }),
  ];
}
