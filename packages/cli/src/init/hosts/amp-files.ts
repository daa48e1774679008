import { join } from "node:path";
import type { Addition } from "../edits/file-addition.ts";
import { mcpServer } from "./agent-entries.ts";
import { ampPlugin } from "./amp-plugin.ts";
import { type UserFolders, userAddition } from "./user-file.ts";

/** Amp: a plugin that calls our hooks, and the server of tools in the user's settings. */
export async function ampFiles({ amp, home }: UserFolders, launcher: string): Promise<Addition[]> {
  const value = mcpServer("amp", launcher);
  return [
    await userAddition(join(amp, "plugins", "countersign.ts"), home, {
      says: "plugin for 3 events",
      edit: { kind: "whole", text: ampPlugin(launcher) },
    }),
    await userAddition(join(amp, "settings.json"), home, {
      says: '+ server "countersign" (8 tools)',
      edit: {
        kind: "json",
        additions: [{ adds: "value", at: ["amp.mcpServers", "countersign"], value }],
      },
    }),
  ];
}
