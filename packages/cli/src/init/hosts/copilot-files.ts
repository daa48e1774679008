import { join } from "node:path";
import type { FileAddition } from "../edits/file-addition.ts";
import { agentHooks, mcpServer } from "./agent-entries.ts";
import { createUserFileAddition, type UserFolders } from "./user-file.ts";

const EVENTS = [
  ["sessionStart", "session-start", null],
  ["userPromptSubmitted", "user-prompt-submit", null],
  ["agentStop", "stop", null],
  ["subagentStop", "subagent-stop", null],
] as const;

const TIMEOUT_SECONDS = 5;

/** GitHub Copilot CLI: a hook file of its own, and the server of tools in the user's configuration. */
export async function copilotFiles(
  { copilot, home }: UserFolders,
  launcher: string,
): Promise<FileAddition[]> {
  const value = { type: "local", ...mcpServer("copilot", launcher), tools: ["*"] };
  return [
    await createUserFileAddition(join(copilot, "hooks", "countersign.json"), home, {
      says: `${EVENTS.length} hooks`,
      edit: { kind: "whole", text: hookFile(launcher) },
    }),
    await createUserFileAddition(join(copilot, "mcp-config.json"), home, {
      says: '+ server "countersign" (8 tools)',
      edit: {
        kind: "json",
        additions: [{ adds: "value", at: ["mcpServers", "countersign"], value }],
      },
    }),
  ];
}

function hookFile(launcher: string): string {
  const hooks = agentHooks("copilot", EVENTS, { launcher, timeout: TIMEOUT_SECONDS });
  const byEvent = hooks.map(({ event, command, timeout }) => [
    event,
    [{ type: "command", bash: command, timeoutSec: timeout }],
  ]);
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(byEvent) }, null, 2)}\n`;
}
