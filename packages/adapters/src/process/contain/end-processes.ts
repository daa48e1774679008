import { setTimeout as sleep } from "node:timers/promises";
import type { StartedProcesses } from "./started-processes.ts";

const POLL_MS = 10;
const GONE_WITHIN_MS = 10_000;
const SANDBOX_NAME = "bwrap";

export type ProcessEnding = {
  /** The process that was started; it leads a group of its own. */
  root: number;
  processes: StartedProcesses;
};

/** Asks everything to end. The sandbox itself is not asked: it would take all down at once. */
export async function requestExit(
  { root, processes }: ProcessEnding,
  { sandboxed }: { sandboxed: boolean },
): Promise<void> {
  const all = (await processes.listAll()) ?? [];
  for (const { pid, name } of all) {
    if (!sandboxed || (name !== SANDBOX_NAME && pid !== root)) sendSignal(pid, "SIGTERM");
  }
  if (!sandboxed) sendSignal(-root, "SIGTERM");
}

/**
 * Ends whatever is left, also what a command that ended by itself left behind. Where the system does not list
 * processes, the command's group is ended.
 */
export async function killAll({ root, processes }: ProcessEnding): Promise<void> {
  const deadline = performance.now() + GONE_WITHIN_MS;
  do {
    const left = await processes.listAll();
    if (left?.length === 0) return;
    sendSignal(-root, "SIGKILL");
    if (left === null) return;
    for (const { pid } of left) sendSignal(pid, "SIGKILL");
    await sleep(POLL_MS);
  } while (performance.now() < deadline);
  throw new Error("A command could not be ended");
}

/** One that is gone already needs nothing. */
function sendSignal(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone, or a process group without members.
  }
}
