import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";
import type * as Headless from "@xterm/headless";

// The package declares its exports only for bundlers.
const { Terminal }: typeof Headless = createRequire(import.meta.url)("@xterm/headless");

declare module "vitest" {
  interface ProvidedContext {
    /** The sample program in one file, which starts much faster than its sources. */
    sampleProgram: string;
  }
}

/** A program in a pseudo-terminal, and the screen that a person would see. */
export type OpenTerminal = {
  readonly pid: number;
  /** Everything that was written to the terminal. */
  output(): string;
  /** The screen as text, without trailing spaces. */
  screen(): string;
  lines(): string[];
  /** The terminal emulator itself. */
  readonly terminal: Headless.Terminal;
  /** Whether the program uses the alternate screen. */
  isAlternate(): boolean;
  press(...keys: readonly string[]): Promise<void>;
  write(text: string): void;
  resize(columns: number, rows: number): void;
  /** Waits until the screen shows something. */
  until(wanted: string | RegExp | ((screen: string) => boolean), ms?: number): Promise<string>;
  /** Waits until nothing has been written for `ms` milliseconds. */
  quiet(ms?: number): Promise<void>;
  readonly ended: Promise<number>;
  kill(signal: string): void;
  close(): Promise<void>;
};

export type TerminalSettings = {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  columns?: number;
  rows?: number;
};

/** The pause between two keys, so they count as typed and not as pasted. */
const BETWEEN_KEYS_MS = 120;
const LONGEST_MS = 60_000;

const NAMED: Readonly<Record<string, string>> = {
  Enter: "\r",
  "Alt+Enter": "\u001b\r",
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
  Backspace: "\u007f",
  "Ctrl+C": "\u0003",
  "Ctrl+D": "\u0004",
  "Ctrl+E": "\u0005",
  "Ctrl+J": "\n",
  "Ctrl+L": "\u000c",
  "Ctrl+O": "\u000f",
  "Ctrl+P": "\u0010",
  "Ctrl+U": "\u0015",
};

export function openTerminal(settings: TerminalSettings): OpenTerminal {
  const { command, args, cwd, env, columns = 100, rows = 30 } = settings;
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
  const child = spawn(command, [...args], {
    name: "xterm-256color",
    cols: columns,
    rows,
    cwd,
    env: { TERM: "xterm-256color", LANG: "C.UTF-8", ...env },
  });
  let output = "";
  let lastMs = Date.now();
  let isOver = false;
  child.onData((data) => {
    output += data;
    lastMs = Date.now();
    terminal.write(data);
  });
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode, signal }) => {
      isOver = true;
      resolve(signal === undefined || signal === 0 ? exitCode : 128 + signal);
    });
  });
  const lines = (): string[] => {
    const buffer = terminal.buffer.active;
    return Array.from({ length: terminal.rows }, (_, at) =>
      (buffer.getLine(buffer.viewportY + at)?.translateToString(true) ?? "").trimEnd(),
    );
  };
  const screen = (): string => lines().join("\n");
  return {
    pid: child.pid,
    output: () => output,
    screen,
    lines,
    terminal,
    isAlternate: () => terminal.buffer.active.type === "alternate",
    async press(...keys) {
      for (const key of keys) {
        child.write(NAMED[key] ?? key);
        await pause(BETWEEN_KEYS_MS);
      }
    },
    write: (text) => child.write(text),
    resize(wide, high) {
      terminal.resize(wide, high);
      child.resize(wide, high);
    },
    async until(wanted, ms = LONGEST_MS) {
      const isThere = (text: string): boolean => {
        if (typeof wanted === "string") return text.includes(wanted);
        return wanted instanceof RegExp ? wanted.test(text) : wanted(text);
      };
      for (const end = Date.now() + ms; Date.now() < end; await pause(20)) {
        if (isThere(screen())) return screen();
      }
      throw new Error(`The screen never showed ${String(wanted)}:\n${screen()}`);
    },
    async quiet(ms = 300) {
      while (Date.now() - lastMs < ms) await pause(20);
    },
    ended,
    kill: (signal) => child.kill(signal),
    async close() {
      if (!isOver) child.kill("SIGKILL");
      await ended;
      terminal.dispose();
    },
  };
}
