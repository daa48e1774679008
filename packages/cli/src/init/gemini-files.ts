import { VERSION } from "../version.ts";
import { type Addition, addition, type Base } from "./addition.ts";
import { hooksFor, mcpServer } from "./agent-entries.ts";
import { guideLines } from "./guide-text.ts";
import type { Pinned } from "./pinned.ts";

const EVENTS = [
  ["SessionStart", "session-start", null],
  ["BeforeAgent", "before-agent", null],
  ["AfterAgent", "after-agent", null],
] as const;

const TIMEOUT_MS = 5_000;
const FOLDER = ".gemini/extensions/countersign";

/** Gemini CLI reads extensions from the person's own folder alone, and in every repository. */
export function geminiFiles(home: Base, pinned: Pinned): Addition[] {
  const says = `extension: ${EVENTS.length} hooks, server "countersign" (8 tools)`;
  const line = `${home.prefix}${FOLDER}`;
  const whole = (name: string, text: string) =>
    addition(home, `${FOLDER}/${name}`, { line, says, edit: { kind: "whole", text } });
  return [
    whole("gemini-extension.json", json(manifest(pinned))),
    whole("hooks/hooks.json", json({ hooks: hooksByEvent(pinned) })),
    whole("GEMINI.md", `${guideLines("gemini").join("\n")}\n`),
  ];
}

function manifest(pinned: Pinned): object {
  return {
    name: "countersign",
    version: VERSION,
    description: "Hands work in for review and brings what came back",
    mcpServers: { countersign: mcpServer("gemini", pinned) },
    contextFileName: "GEMINI.md",
  };
}

function hooksByEvent(pinned: Pinned): object {
  const hooks = hooksFor("gemini", EVENTS, { pinned, timeout: TIMEOUT_MS });
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
