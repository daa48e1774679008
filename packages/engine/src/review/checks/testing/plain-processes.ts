import { spawn } from "node:child_process";
import { dirname } from "node:path";
import type {
  ProcessRequest,
  ProcessResult,
  ProcessRunner,
} from "../../../ports/process-runner.ts";

export type PlainProcesses = ProcessRunner & { asked: ProcessRequest[] };

/** Runs real commands without a sandbox and records the requests. */
export function createPlainProcesses(sandboxed = true): PlainProcesses {
  const asked: ProcessRequest[] = [];
  return {
    asked,
    async sandbox() {
      return sandboxed
        ? { kind: "bubblewrap", version: "0", gaps: [] }
        : { kind: "none", why: "this is a test", install: "Install one" };
    },
    async run(request) {
      asked.push(request);
      return await runOnce(request, sandboxed);
    },
  };
}

async function runOnce(request: ProcessRequest, sandboxed: boolean): Promise<ProcessResult> {
  const { command, directory: cwd, limits, signal, env } = request;
  // A command must not write into the home of the person who runs the tests.
  const surroundings = { ...process.env, ...env, HOME: dirname(cwd) };
  const child = spawn("/bin/sh", ["-c", command], { cwd, detached: true, env: surroundings });
  const output: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
  child.stdout.on("data", (chunk) => output.stdout.push(chunk));
  child.stderr.on("data", (chunk) => output.stderr.push(chunk));
  let why: "timeout" | "aborted" | null = null;
  const end = (reason: "timeout" | "aborted"): void => {
    why = reason;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  const timer = setTimeout(() => end("timeout"), limits.timeoutMs);
  signal?.addEventListener("abort", () => end("aborted"));
  if (signal?.aborted) end("aborted");
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  const killed = { how: "killed", why: why ?? "signal" } as const;
  return {
    end: code === null ? killed : { how: "exited", code },
    stdout: Buffer.concat(output.stdout),
    stderr: Buffer.concat(output.stderr),
    droppedBytes: 0,
    durationMs: 1_234,
    sandboxed,
    directory: cwd,
  };
}
