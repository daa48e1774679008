import { join } from "node:path";
import type { FileAddition } from "../edits/file-addition.ts";
import { mcpServer } from "./agent-entries.ts";
import { ampPlugin } from "./amp-plugin.ts";
import { createUserFileAddition, type UserFolders } from "./user-file.ts";

/** Amp: a plugin that calls our hooks, and the server of tools in the user's settings. */
export async function ampFiles(
  { amp, home }: UserFolders,
  launcher: string,
): Promise<FileAddition[]> {
  const value = mcpServer("amp", launcher);
  return [
    await createUserFileAddition(join(amp, "plugins", "countersign.ts"), home, {
      says: "plugin for 3 events",
      edit: { kind: "whole", text: ampPlugin(launcher) },
    }),
    await createUserFileAddition(join(amp, "settings.json"), home, {
      says: '+ server "countersign" (8 tools)',
      edit: {
        kind: "json",
        additions: [{ adds: "value", at: ["amp.mcpServers", "countersign"], value }],
      },
    }),
  ];
}
