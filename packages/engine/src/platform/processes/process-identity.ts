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

/** `start` is what a name holds after the point: ticks since boot from the kernel, or `s` and seconds from `ps`. */
type Observed = { state: string; start: string; startedMs: number };

/**
 * `same`: the process of a name runs. `gone`: it does not, though another may have its number. `unsure`: a
 * process has its number, and start times cannot be compared.
 */
export type ProcessMatch = "same" | "gone" | "unsure";

/** The names that `processName` gives, also those of earlier releases. */
export const PROCESS_NAME = "[0-9]{1,10}\\.s?[0-9]*";

const NAME = /^([0-9]{1,10})(?:[. ](s?[0-9]*))?$/;
const STATE = 0;
const START = 19;
/** Ticks per second of every Linux that Node runs on. */
const TICKS = 100;
/** `ps` prints whole seconds, and rounds those that it computes from the time of boot. */
const ROUNDING_MS = 2_000;

let ownName: string | null = null;

/**
 * Whether a process runs, whoever owns it.
 *
 * A process that has ended keeps its number until its parent asks how it ended, which in many containers no
 * parent does.
 */
export function isAlive(pid: number, source: ProcessSource = processSource()): boolean {
  return hasNumber(pid) && !ENDED_STATES.has(observe(pid, source)?.state ?? "");
}

/** Names a process by its number and its start time, because numbers are used again: `4711.83625`. */
export function processName(pid: number = process.pid, source?: ProcessSource): string {
  if (pid !== process.pid || source !== undefined) return nameOf(pid, source ?? processSource());
  ownName ??= nameOf(pid, processSource());
  return ownName;
}

/** Whether the process of a name runs. One that cannot be told from it counts as running. */
export function isRunning(name: string): boolean {
  return matchProcess(name) !== "gone";
}

/**
 * Compares a name with the process that has its number now.
 *
 * A name without a comparable start time, as releases before this one wrote on macOS, is at least of a process
 * that started before the name was written.
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
  if (start !== "" && isOfPs(start) === isOfPs(observed.start)) {
    return isSameStart(start, observed.start) ? "same" : "gone";
  }
  return observed.startedMs > writtenMs + ROUNDING_MS ? "gone" : "unsure";
}

/** When a process started, by the clock of today; null where no process has the number. */
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

function nameOf(pid: number, source: ProcessSource): string {
  return `${pid}.${observe(pid, source)?.start ?? ""}`;
}

function isOfPs(start: string): boolean {
  return start.startsWith("s");
}

function isSameStart(one: string, other: string): boolean {
  if (!isOfPs(one)) return one === other;
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
  // The program's name before these words may hold anything, also brackets.
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
