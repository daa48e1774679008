import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import {
  ENDED_STATES,
  type ProcessSource,
  PS,
  PS_OPTIONS,
  parseStart,
  processSource,
} from "./ps.ts";

/**
 * `start` is the part of a name after the dot: ticks since boot from the kernel, or `s` and seconds from
 * `ps`.
 */
type Observed = { state: string; start: string; startedMs: number };

/**
 * `same`: the named process runs. `gone`: it does not, though another may have its pid. `unsure`: a process
 * has its pid, but start times cannot be compared.
 */
export type ProcessMatch = "same" | "gone" | "unsure";

/** Matches the names that `processName` returns, including those of earlier releases. */
export const PROCESS_NAME = "[0-9]{1,10}\\.s?[0-9]*";

const NAME = /^([0-9]{1,10})(?:[. ](s?[0-9]*))?$/;
const STATE = 0;
const START = 19;
/** Clock ticks per second on every Linux that Node supports. */
const TICKS = 100;
/** `ps` prints whole seconds, and rounds times that it derives from the boot time. */
const ROUNDING_MS = 2_000;

let ownName: string | null = null;

/**
 * Returns true if a process of any user runs.
 *
 * A zombie keeps its pid until its parent reaps it, which in many containers never happens.
 */
export function isAlive(pid: number, source: ProcessSource = processSource()): boolean {
  return hasNumber(pid) && !ENDED_STATES.has(observe(pid, source)?.state ?? "");
}

/** Names a process by pid and start time, such as `4711.83625`, because pids are reused. */
export function processName(pid: number = process.pid, source?: ProcessSource): string {
  if (pid !== process.pid || source !== undefined)
    return observedName(pid, source ?? processSource());
  ownName ??= observedName(pid, processSource());
  return ownName;
}

/** Returns true if the named process runs. If that cannot be determined, it counts as running. */
export function isRunning(name: string): boolean {
  return matchProcess(name) !== "gone";
}

/**
 * Compares a name with the process that has its pid now.
 *
 * Earlier releases on macOS wrote names without a comparable start time. Such a process at least started
 * before its name was written.
 */
export function matchProcess(
  name: string,
  writtenMs: number = Infinity,
  source: ProcessSource = processSource(),
): ProcessMatch {
  const [, digits, start = ""] = NAME.exec(name.trim()) ?? [];
  const pid = Number(digits ?? 0);
  if (pid === 0 || !hasNumber(pid)) return "gone";
  const observed = observe(pid, source);
  if (observed === null) return observe(process.pid, source) === null ? "unsure" : "gone";
  return ENDED_STATES.has(observed.state) ? "gone" : compareStart(start, writtenMs, observed);
}

function compareStart(start: string, writtenMs: number, observed: Observed): ProcessMatch {
  if (start !== "" && isFromPs(start) === isFromPs(observed.start)) {
    return isSameStart(start, observed.start) ? "same" : "gone";
  }
  return observed.startedMs > writtenMs + ROUNDING_MS ? "gone" : "unsure";
}

/** Returns when a process started, by the current clock. Null if no process has the pid. */
export function processStartedMs(
  pid: number,
  source: ProcessSource = processSource(),
): number | null {
  return observe(pid, source)?.startedMs ?? null;
}

function hasNumber(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function observedName(pid: number, source: ProcessSource): string {
  return `${pid}.${observe(pid, source)?.start ?? ""}`;
}

function isFromPs(start: string): boolean {
  return start.startsWith("s");
}

function isSameStart(one: string, other: string): boolean {
  if (!isFromPs(one)) return one === other;
  return Math.abs(Number(one.slice(1)) - Number(other.slice(1))) * 1_000 < ROUNDING_MS;
}

function observe(pid: number, source: ProcessSource): Observed | null {
  try {
    return source === "proc" ? fromProc(pid) : fromPs(pid);
  } catch {
    return null;
  }
}

function fromProc(pid: number): Observed {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The process name before these fields may contain anything, including brackets.
  const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const start = words[START] ?? "";
  const startedMs = bootMs() + (Number(start) / TICKS) * 1_000;
  return { state: words[STATE] ?? "", start, startedMs };
}

function bootMs(): number {
  const [, seconds] = /^btime ([0-9]+)$/m.exec(readFileSync("/proc/stat", "latin1")) ?? [];
  return Number(seconds) * 1_000;
}

function fromPs(pid: number): Observed | null {
  const words = ["-o", "stat=", "-o", "lstart=", "-p", String(pid)];
  const line = execFileSync(PS, words, { ...PS_OPTIONS, stdio: ["ignore", "pipe", "ignore"] });
  const [, state = "", text = ""] = /^\s*(\S)\S*\s+(.+)$/m.exec(line) ?? [];
  const startedMs = parseStart(text);
  return startedMs === null ? null : { state, start: `s${startedMs / 1_000}`, startedMs };
}
