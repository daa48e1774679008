import { setTimeout as sleep } from "node:timers/promises";
import type { StartedProcesses } from "./started-processes.ts";

const POLL_MS = 10;
const GONE_WITHIN_MS = 10_000;
const SANDBOX_NAME = "bwrap";

export type ProcessEnding = {
  /** The started process, which leads its own process group. */
  root: number;
  processes: StartedProcesses;
};

/**
 * Sends SIGTERM to the processes of the command. Spares the sandbox, which would end all of them at
 * once.
 */
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
 * Kills all remaining processes, including those that an ended command left behind. If the system
 * cannot list processes, kills the command's group.
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

/** Sends a signal. Ignores processes that are gone. */
function sendSignal(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process is gone, or its group is empty.
  }
}
