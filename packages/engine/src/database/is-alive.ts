import { readFileSync } from "node:fs";

const ENDED = ["Z", "X"];
const STATE = 0;
const BEGAN = 19;

/**
 * Whether a process is at work, whoever owns it.
 *
 * One that has ended keeps its number until its parent asks how it ended, which in many containers nobody does.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return !ENDED.includes(statOf(pid)[STATE] ?? "");
}

/** A process by its number and when it began, because numbers are used again: `4711.83625`. */
export function processName(pid: number = process.pid): string {
  return `${pid}.${statOf(pid)[BEGAN] ?? ""}`;
}

/** Whether the process of a name is at work; a name without a beginning is a number alone. */
export function isRunning(name: string): boolean {
  const [pid = "", began = ""] = name.split(".");
  return isAlive(Number(pid)) && (began === "" || processName(Number(pid)) === name);
}

/** Empty where the system does not tell. The name before these words may hold anything, also brackets. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
