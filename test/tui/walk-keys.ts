import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inject, onTestFinished } from "vitest";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";

const CWD = fileURLToPath(new URL(".", import.meta.url));
/** Longer than keys that decide are dead after another screen appeared. */
export const SETTLED_MS = 400;
/** Keys that come together are a paste. */
const BETWEEN_MS = 120;

/** A key and what the screen shows after it. */
type Walk = readonly (readonly [key: string, shows: string | RegExp])[];

/** Presses the keys in the tour, each after what the one before it showed. */
export async function walkKeys(steps: Walk): Promise<OpenTerminal> {
  const terminal = openTerminal({
    command: process.execPath,
    args: [inject("sampleProgram"), "tour"],
    cwd: CWD,
    env: { PATH: process.env.PATH ?? "", TZ: "UTC" },
    columns: 120,
    rows: 40,
  });
  onTestFinished(() => terminal.close());
  await terminal.until("REVIEW PENDING │ 5 tasks");
  await terminal.quiet(200);
  for (const [key, shows] of steps) {
    await pause(/^(?:[AUY]|Enter)$/.test(key) ? SETTLED_MS : BETWEEN_MS);
    terminal.write(bytesOf(key));
    await terminal.until(shows, 8_000).catch((error: unknown) => {
      throw new Error(`After ${key}: ${String(error)}`);
    });
  }
  return terminal;
}

const BYTES: Readonly<Record<string, string>> = {
  Enter: "\r",
  Esc: "\u001b",
  Tab: "\t",
  "Shift+Tab": "\u001b[Z",
  Space: " ",
  Down: "\u001b[B",
  Up: "\u001b[A",
  Left: "\u001b[D",
  Right: "\u001b[C",
  PgDn: "\u001b[6~",
  PgUp: "\u001b[5~",
  Home: "\u001b[H",
  End: "\u001b[F",
  "Alt+Enter": "\u001b\r",
  "Ctrl+D": "\u0004",
  "Ctrl+E": "\u0005",
  "Ctrl+J": "\n",
  "Ctrl+L": "\u000c",
  "Ctrl+O": "\u000f",
  "Ctrl+P": "\u0010",
  "Ctrl+U": "\u0015",
};

function bytesOf(key: string): string {
  return BYTES[key] ?? key;
}
