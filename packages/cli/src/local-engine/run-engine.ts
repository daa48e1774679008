import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { compose, ORG } from "../compose.ts";
import type { Environment } from "../context.ts";
import { VERSION } from "../version.ts";
import { keepLogCapped } from "./cap-log.ts";
import type { EngineFiles } from "./engine-files.ts";
import { takePlace } from "./engine-place.ts";
import { ensureCredentials } from "./ensure-credentials.ts";
import { localActor } from "./local-actor.ts";
import { type RunFile, removeRunFile, writeRunFile } from "./run-file.ts";

export type RunSettings = {
  files: EngineFiles;
  env: Environment;
  port: number;
  log(line: string): void;
  onReady(run: RunFile): void;
};

/** Runs the engine until it is told to end. It can be found only once it can be used. */
export async function runEngine({ files, env, port, log, onReady }: RunSettings): Promise<void> {
  const asked = untilAsked();
  await mkdir(files.directory, { recursive: true });
  const leave = await takePlace(files.place);
  try {
    await runAlone({ files, env, port, log, onReady }, asked);
  } finally {
    await leave();
  }
}

async function runAlone(
  { files, env, port, log, onReady }: RunSettings,
  asked: Promise<string>,
): Promise<void> {
  const instance = randomUUID();
  const composed = await compose({ directory: files.directory, env, port, instance, log });
  const stopCapping = keepLogCapped(files.log);
  try {
    const { credentials: file } = files;
    await ensureCredentials(composed.engine, { file, org: ORG, actor: localActor() });
    const { url } = composed.listening;
    const startedMs = Date.now();
    const run = { url, pid: process.pid, instance, startedMs, version: VERSION };
    await writeRunFile(files.run, run);
    onReady(run);
    log(`stopping: ${await asked}`);
  } finally {
    stopCapping();
    await removeRunFile(files.run, instance);
    await composed.close();
  }
}

function untilAsked(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      process.removeAllListeners(signal); // the program's own would end it at once
      process.on(signal, () => resolve(signal));
    }
  });
}
