import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Addition, addition, type Base } from "./addition.ts";
import { mcpServer } from "./agent-entries.ts";
import { opencodePlugin } from "./opencode-plugin.ts";
import type { Pinned } from "./pinned.ts";

const CONFIGS = [
  "opencode.json",
  "opencode.jsonc",
  ".opencode/opencode.json",
  ".opencode/opencode.jsonc",
] as const;

/** OpenCode: a plugin that calls our hooks, and the server of tools in whichever configuration there is. */
export async function opencodeFiles(repository: Base, pinned: Pinned): Promise<Addition[]> {
  const { command, args } = mcpServer("opencode", pinned);
  const value = { type: "local", command: [command, ...args], enabled: true };
  return [
    addition(repository, ".opencode/plugins/countersign.ts", {
      says: "plugin for 3 events",
      edit: { kind: "whole", text: opencodePlugin(pinned) },
    }),
    addition(repository, await configIn(repository.folder), {
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
