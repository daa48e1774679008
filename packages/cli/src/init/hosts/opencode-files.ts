import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileAddition } from "../edits/file-addition.ts";
import { mcpServer } from "./agent-entries.ts";
import { opencodePlugin } from "./opencode-plugin.ts";
import { createUserFileAddition, type UserFolders } from "./user-file.ts";

const CONFIGS = ["opencode.json", "opencode.jsonc"] as const;

/** OpenCode: a plugin that calls our hooks, and the server of tools in the user's configuration. */
export async function opencodeFiles(
  { opencode, home }: UserFolders,
  launcher: string,
): Promise<FileAddition[]> {
  const { command, args } = mcpServer("opencode", launcher);
  const value = { type: "local", command: [command, ...args], enabled: true };
  return [
    await createUserFileAddition(join(opencode, "plugins", "countersign.ts"), home, {
      says: "plugin for 3 events",
      edit: { kind: "whole", text: opencodePlugin(launcher) },
    }),
    await createUserFileAddition(join(opencode, await configIn(opencode)), home, {
      says: '+ server "countersign" (8 tools)',
      edit: { kind: "json", additions: [{ adds: "value", at: ["mcp", "countersign"], value }] },
    }),
  ];
}

async function configIn(folder: string): Promise<string> {
  for (const name of CONFIGS) {
    if ((await stat(join(folder, name)).catch(() => null)) !== null) return name;
  }
  return CONFIGS[0];
}
