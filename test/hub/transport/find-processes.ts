import { readdirSync, readFileSync } from "node:fs";

/** A running process: its arguments and its environment, as other processes of the same user can read them. */
export type SeenProcess = { pid: number; args: string; environment: string };

/** Lists the other processes whose arguments or environment contain a text. */
export function findProcesses(text: string): SeenProcess[] {
  const pids = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && name !== `${process.pid}`,
  );
  return pids
    .map((pid) => ({
      pid: Number(pid),
      args: read(`/proc/${pid}/cmdline`),
      environment: read(`/proc/${pid}/environ`),
    }))
    .filter(({ args, environment }) => `${args} ${environment}`.includes(text));
}

/** Notes the arguments and environments of all processes that contain a text, until it is stopped. */
export function watchProcesses(text: string) {
  const seen = new Set<string>();
  const timer = setInterval(() => {
    for (const { args, environment } of findProcesses(text)) seen.add(`${args} ${environment}`);
  }, 250);
  return {
    stop(): string[] {
      clearInterval(timer);
      return [...seen];
    },
  };
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1").replaceAll("\0", " ");
  } catch {
    return ""; // the process has ended
  }
}
