import { existsSync } from "node:fs";

/** Where processes are read from: the kernel's files, or the program `ps` on systems without them, as macOS. */
export type ProcessSource = "proc" | "ps";

export const ENDED_STATES: ReadonlySet<string> = new Set(["Z", "X"]);

/** A fixed location: an inherited PATH would decide which program tells us about processes. */
export const PS = "/bin/ps";

/** Fixed, because both change how start times are printed. */
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

/** Reads a start time as `ps -o lstart` prints it, `Mon Nov 16 22:19:17 2026`; null for any other text. */
export function parseStart(text: string): number | null {
  const ms = Date.parse(`${text.trim()} UTC`);
  return Number.isNaN(ms) ? null : ms;
}
