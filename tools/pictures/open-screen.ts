import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";
import type * as Headless from "@xterm/headless";
import { type Cell, readCells } from "./read-cells.ts";

// It names its exports only for bundlers.
const headless: typeof Headless = createRequire(import.meta.url)("@xterm/headless");

/** A program in a pseudo-terminal, and what a person would see of it. */
export type Screen = {
  press(keys: readonly string[]): Promise<void>;
  /** Waits until the screen shows a text and nothing more comes. */
  until(shown: string): Promise<void>;
  cells(): Cell[][];
  close(): Promise<void>;
};

type ScreenSettings = {
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  columns: number;
  rows: number;
};

/** Between two keys, so that they are typed and not pasted. */
const BETWEEN_KEYS_MS = 120;
/** Well after the time in which keys that decide do not count on a new screen. */
const CALM_MS = 400;
const LONGEST_MS = 60_000;
const NAMED: Readonly<Record<string, string>> = { Enter: "\r", Tab: "\t" };

/** Starts Node with these arguments. */
export function openScreen({ args, cwd, env, columns, rows }: ScreenSettings): Screen {
  const terminal = new headless.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    scrollback: 0,
  });
  const child = spawn(process.execPath, [...args], {
    name: "xterm-256color",
    cols: columns,
    rows,
    cwd,
    env: { TERM: "xterm-256color", LANG: "C.UTF-8", ...env },
  });
  let lastMs = performance.now();
  let isOver = false;
  child.onData((data) => {
    lastMs = performance.now();
    terminal.write(data);
  });
  const ended = new Promise<void>((resolve) => {
    child.onExit(() => {
      isOver = true;
      resolve();
    });
  });
  const cells = (): Cell[][] => readCells(terminal);
  return {
    cells,
    async press(keys) {
      for (const key of keys) {
        child.write(NAMED[key] ?? key);
        await pause(BETWEEN_KEYS_MS);
      }
    },
    async until(shown) {
      const end = performance.now() + LONGEST_MS;
      while (!textOf(cells()).includes(shown) || performance.now() - lastMs < CALM_MS) {
        if (isOver || performance.now() > end) {
          throw new Error(`The screen never showed ${shown}:\n${textOf(cells())}`);
        }
        await pause(20);
      }
    },
    async close() {
      if (!isOver) child.kill("SIGKILL");
      await ended;
      terminal.dispose();
    },
  };
}

function textOf(cells: readonly Cell[][]): string {
  return cells.map((row) => row.map(({ text }) => text || " ").join("")).join("\n");
}
