import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import type { DurableDatabase } from "./durable-database.ts";

const SCRIPT = fileURLToPath(new URL("./worker-process.ts", import.meta.url));

export type WorkerProcess = {
  /** Kills the process, like a crash. */
  kill(): Promise<void>;
  /** Stops after running jobs have finished. */
  stop(): Promise<void>;
};

/** Starts a worker in a separate process and waits until it is ready. */
export async function spawnWorker(
  name: string,
  { workerUrl, ownerUrl }: DurableDatabase,
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [SCRIPT, name, workerUrl, ownerUrl], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  afterAll(() => end(child));
  await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(`${name} did not start`))),
  ]);
  return {
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin?.end();
  await once(child, "exit");
}
