import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { allowRoot } from "@countersign/engine";
import { afterAll } from "vitest";
import { z } from "zod";

const PROGRAM = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
const START_MS = 60_000;
const STOP_MS = 20_000;

export type ServerProcess = {
  url: string;
  pid: number;
  /** Whether it has never ended. */
  isAlive(): boolean;
  output(): Promise<string>;
  stop(): Promise<void>;
};

/** Where a server keeps its files; it goes when the file is done. */
export async function openServerFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-chaos-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  await allowRoot(join(folder, "countersign"), tmpdir());
  return folder;
}

/** The whole product in a process of its own, with more in its environment; it goes when the file is done. */
export async function startServerProcess(
  folder: string,
  urls: { appUrl: string; workerUrl: string },
  more: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const log = join(folder, "server.log");
  const out = openSync(log, "a");
  const child = spawn(process.execPath, [PROGRAM, "server", "run"], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      COUNTERSIGN_DATABASE_URL: urls.appUrl,
      COUNTERSIGN_DATABASE_WORKER_URL: urls.workerUrl,
      ...more,
    },
    stdio: ["ignore", out, out],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  afterAll(() => stop(child));
  const output = () => readFile(log, "utf8");
  const url = await untilReady(join(folder, "countersign", "engine.json"), child, output);
  return {
    url,
    pid: child.pid ?? 0,
    isAlive: () => isRunning(child),
    output,
    stop: () => stop(child),
  };
}

const RunFile = z.object({ url: z.string() });

async function untilReady(
  file: string,
  child: ChildProcess,
  output: () => Promise<string>,
): Promise<string> {
  for (const end = performance.now() + START_MS; performance.now() < end; await pause(50)) {
    const text = await readFile(file, "utf8").catch(() => null);
    if (text !== null && text !== "") return RunFile.parse(JSON.parse(text)).url;
    if (!isRunning(child)) break;
  }
  await stop(child);
  throw new Error(`The server did not start:\n${await output()}`);
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function stop(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(timer);
}
