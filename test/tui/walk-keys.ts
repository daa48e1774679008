import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inject, onTestFinished } from "vitest";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";

const CWD = fileURLToPath(new URL(".", import.meta.url));
/** Longer than keys that decide are dead after another screen appeared. */
export const SETTLED_MS = 400;
const DECIDES = /^(?:[AUY+-]|Enter|Space)$/;

/** A key and what the screen shows after it. */
type Walk = readonly (readonly [key: string, shows: string | RegExp])[];

/** Where the walk begins: the tasks of the sample program, and what they show first. */
const TOUR = { samples: "tour", shows: "REVIEW PENDING │ 5 tasks" } as const;

/** Presses the keys in the tour, each after what the one before it showed. */
export async function walkKeys(
  steps: Walk,
  { samples, shows: first }: { samples: string; shows: string } = TOUR,
): Promise<OpenTerminal> {
  const terminal = openTerminal({
    command: process.execPath,
    args: [inject("sampleProgram"), samples],
    cwd: CWD,
    env: { PATH: process.env.PATH ?? "", TZ: "UTC" },
    columns: 120,
    rows: 40,
  });
  onTestFinished(() => terminal.close());
  await terminal.until(first);
  await terminal.quiet(200);
  for (const [key, shows] of steps) {
    if (DECIDES.test(key)) await pause(SETTLED_MS);
    await terminal.press(key);
    await terminal.until(shows, 8_000).catch((error: unknown) => {
      throw new Error(`After ${key}: ${String(error)}`);
    });
  }
  return terminal;
}
