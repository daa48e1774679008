import { readFileSync } from "node:fs";

const ENDED = ["Z", "X"];

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
  return !ENDED.includes(stateOf(pid));
}

/** One letter; empty where the system does not tell. The name before it may hold anything, also brackets. */
function stateOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.charAt(stat.lastIndexOf(")") + 2);
  } catch {
    return "";
  }
}
