import { existsSync } from "node:fs";

/** The source of process data: the kernel's files, or `ps` on systems without them, such as macOS. */
export type ProcessSource = "proc" | "ps";

export const ENDED_STATES: ReadonlySet<string> = new Set(["Z", "X"]);

/** A fixed path, because an inherited PATH could select another program. */
export const PS = "/bin/ps";

/** Fixed, because both change the format of start times. */
const ENVIRONMENT = { LC_ALL: "C", TZ: "UTC" };
const TIMEOUT_MS = 5_000;
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;

export const PS_OPTIONS = {
  env: ENVIRONMENT,
  encoding: "utf8",
  timeout: TIMEOUT_MS,
  maxBuffer: MAX_OUTPUT_BYTES,
} as const;

export function processSource(): ProcessSource {
  return existsSync("/proc/self/stat") ? "proc" : "ps";
}

/** Parses a start time as printed by `ps -o lstart`, `Mon Nov 16 22:19:17 2026`. Null for any other text. */
export function parseStart(text: string): number | null {
  const ms = Date.parse(`${text.trim()} UTC`);
  return Number.isNaN(ms) ? null : ms;
}
