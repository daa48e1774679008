import { join } from "node:path";
import type { JsonAddition } from "../edits/edit.ts";
import type { FileAddition } from "../edits/file-addition.ts";
import { agentHooks, mcpServer } from "./agent-entries.ts";
import { createUserFileAddition, type UserFolders } from "./user-file.ts";

const EVENTS = [
  ["sessionStart", "session-start", null],
  ["beforeSubmitPrompt", "user-prompt-submit", null],
  ["afterFileEdit", "post-tool-use", null],
  ["stop", "stop", null],
  ["subagentStop", "subagent-stop", null],
] as const;

const TIMEOUT_SECONDS = 5;

/** Cursor, the editor and its CLI: hooks and the server of tools, for every project of the user. */
export async function cursorFiles(
  { cursor, home }: UserFolders,
  launcher: string,
): Promise<FileAddition[]> {
  const value = { type: "stdio", ...mcpServer("cursor", launcher) };
  return [
    await createUserFileAddition(join(cursor, "hooks.json"), home, {
      says: `+ ${EVENTS.length} hooks, nothing removed`,
      edit: { kind: "json", additions: hookEntries(launcher) },
    }),
    await createUserFileAddition(join(cursor, "mcp.json"), home, {
      says: '+ server "countersign" (8 tools)',
      edit: {
        kind: "json",
        additions: [{ adds: "value", at: ["mcpServers", "countersign"], value }],
      },
    }),
  ];
}

/** The version is taken out last, when it is known whether anything else is left. */
function hookEntries(launcher: string): JsonAddition[] {
  const hooks = agentHooks("cursor", EVENTS, { launcher, timeout: TIMEOUT_SECONDS });
  return [
    ...hooks.map(({ event, command, ending, timeout }) => ({
      adds: "entry" as const,
      event,
      command,
      ending,
      timeout,
    })),
    { adds: "required", at: ["version"], value: 1 },
  ];
}
