import { join } from "node:path";
import { VERSION } from "../../runtime/version.ts";
import type { FileAddition } from "../edits/file-addition.ts";
import { agentHooks, mcpServer } from "./agent-entries.ts";
import { guideLines } from "./guide-text.ts";
import { createUserFileAddition, type UserFolders } from "./user-file.ts";

const EVENTS = [
  ["SessionStart", "session-start", null],
  ["BeforeAgent", "before-agent", null],
  ["AfterAgent", "after-agent", null],
] as const;

const TIMEOUT_MS = 5_000;
const FOLDER = ".gemini/extensions/countersign";

/** Gemini CLI reads extensions from the user's own folder, in every repository. */
export async function geminiFiles(
  { home }: UserFolders,
  launcher: string,
): Promise<FileAddition[]> {
  const says = `extension: ${EVENTS.length} hooks, server "countersign" (8 tools)`;
  const line = `~/${FOLDER}`;
  const whole = (name: string, text: string) =>
    createUserFileAddition(join(home, FOLDER, name), home, {
      line,
      says,
      edit: { kind: "whole", text },
    });
  return [
    await whole("gemini-extension.json", json(manifest(launcher))),
    await whole("hooks/hooks.json", json({ hooks: hooksByEvent(launcher) })),
    await whole("GEMINI.md", `${guideLines("gemini").join("\n")}\n`),
  ];
}

function manifest(launcher: string): object {
  return {
    name: "countersign",
    version: VERSION,
    description: "Submits work for review and brings back what came of it",
    mcpServers: { countersign: mcpServer("gemini", launcher) },
    contextFileName: "GEMINI.md",
  };
}

function hooksByEvent(launcher: string): object {
  const hooks = agentHooks("gemini", EVENTS, { launcher, timeout: TIMEOUT_MS });
  return Object.fromEntries(
    hooks.map(({ event, command, timeout }) => [
      event,
      [{ hooks: [{ name: "countersign", type: "command", command, timeout }] }],
    ]),
  );
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
