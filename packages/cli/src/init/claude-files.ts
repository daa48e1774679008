import { type Addition, addition, type Base } from "./addition.ts";
import { hooksFor, mcpServer } from "./agent-entries.ts";
import type { Pinned } from "./pinned.ts";

const EVENTS = [
  ["SessionStart", "session-start", null],
  ["UserPromptSubmit", "user-prompt-submit", null],
  ["PostToolUse", "post-tool-use", "Edit|Write|Bash"],
  ["Stop", "stop", null],
  ["SubagentStop", "subagent-stop", null],
] as const;

const TIMEOUT_SECONDS = 5;

/** Claude Code: its hooks and the server of tools, both in the project's own files. */
export function claudeFiles(repository: Base, pinned: Pinned): Addition[] {
  const hooks = hooksFor("claude-code", EVENTS, { pinned, timeout: TIMEOUT_SECONDS });
  const { command, args } = mcpServer("claude-code", pinned);
  return [
    addition(repository, ".claude/settings.json", {
      says: `+ ${hooks.length} hooks, nothing removed`,
      edit: { kind: "json", additions: hooks },
    }),
    addition(repository, ".mcp.json", {
      says: '+ server "countersign" (8 tools); Claude Code asks you once',
      edit: {
        kind: "json",
        additions: [{ adds: "value", at: ["mcpServers", "countersign"], value: { command, args } }],
      },
    }),
  ];
}
