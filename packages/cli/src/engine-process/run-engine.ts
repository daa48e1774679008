import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { constants } from "node:os";
import { closeInheritedDescriptors } from "@countersign/adapters";
import { boundary, createToken, type Engine, type Log, type Metrics } from "@countersign/engine";
import { z } from "zod";
import { acquireEngineLock } from "../local-engine/engine-lock.ts";
import { startLogCapping } from "../local-engine/files/cap-log.ts";
import {
  type Credentials,
  readCredentials,
  writeCredentials,
} from "../local-engine/files/credentials.ts";
import type { EngineFiles } from "../local-engine/files/engine-files.ts";
import { readPrivate, writePrivate } from "../local-engine/files/private-file.ts";
import { removeRunFile, writeRunFile } from "../local-engine/files/run-file.ts";
import { ENGINE_PATH } from "../local-engine/settings/engine-environment.ts";
import { localActor } from "../local-engine/settings/local-actor.ts";
import type { Environment } from "../runtime/environment.ts";
import { VERSION } from "../runtime/version.ts";
import {
  type ComposedEngine,
  composeEngine,
  LOCAL_ORG,
  type ProcessRole,
} from "./compose-engine.ts";

export type RunEngineOptions = {
  files: EngineFiles;
  env: Environment;
  port: number;
  publicUrl: string | null;
  role: ProcessRole;
  log: Log;
  metrics: Metrics;
};

/**
 * Runs the engine until a signal stops it. The run file appears only when the engine accepts requests, so a worker
 * has none.
 */
export async function runEngine(settings: RunEngineOptions): Promise<void> {
  const { files, log } = settings;
  closeInheritedDescriptors();
  process.env.PATH = ENGINE_PATH; // for the system's own programs, which Postgres needs
  const asked = untilAsked(log);
  await mkdir(files.directory, { recursive: true });
  const leave = await acquireEngineLock(files.place);
  try {
    await runAlone(settings, asked);
  } finally {
    await leave();
  }
}

async function runAlone(
  { files, ...options }: RunEngineOptions,
  asked: Promise<string>,
): Promise<void> {
  const instance = randomUUID();
  const { log } = options;
  const lastPort = await readPrivate(files.port, LastPort);
  const composed = await composeEngine({
    directory: files.directory,
    instance,
    lastPort,
    ...options,
  });
  const stopCapping = startLogCapping(files.log);
  try {
    const port = await announce(files, composed, instance);
    log({ event: "engine_ready", fields: { port, version: VERSION, pid: process.pid } });
    log({ event: "engine_stopping", fields: { signal: await asked } });
  } finally {
    stopCapping();
    await removeRunFile(files.run, instance);
    const begin = performance.now();
    await composed.close();
    log({ event: "engine_stopped", fields: { ms: Math.round(performance.now() - begin) } });
  }
}

/** Creates what clients need to find and use the engine. Returns its port, or undefined for a worker. */
async function announce(
  { credentials: file, run: runFile, port: portFile }: EngineFiles,
  composed: ComposedEngine,
  instance: string,
): Promise<number | undefined> {
  if (composed.listening === null) return undefined;
  await ensureCredentials(composed, { file, org: LOCAL_ORG, actor: localActor() });
  const { url } = composed.listening;
  const run = { url, pid: process.pid, instance, startedMs: Date.now(), version: VERSION };
  boundary("engine.listening");
  await writeRunFile(runFile, run);
  boundary("engine.found");
  const port = Number(new URL(url).port);
  await writePrivate(portFile, port);
  return port;
}

const LastPort = z.int().min(1).max(65_535);

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** What shells add to the number of the signal that ended a program. */
const SIGNAL_EXIT = 128;

/** The first signal asks for an end in order; the second ends at once. */
function untilAsked(log: Log): Promise<string> {
  let isAsked = false;
  return new Promise((resolve) => {
    for (const signal of SIGNALS) {
      process.removeAllListeners(signal); // the program's own would end it at once
      process.on(signal, () => {
        if (isAsked) endAtOnce(log, signal);
        isAsked = true;
        resolve(signal);
      });
    }
  });
}

/** Whatever is at work is done again by the next engine. */
function endAtOnce(log: Log, signal: (typeof SIGNALS)[number]): never {
  log({ level: "warn", event: "engine_cut_short", fields: { signal } });
  process.exit(SIGNAL_EXIT + constants.signals[signal]);
}

/**
 * Creates the two credentials of the person at this machine, unless the existing ones still work.
 *
 * The engine creates them at its own start, not on request, so no policy asks for the person's presence.
 */
async function ensureCredentials(
  { engine, pool }: Pick<ComposedEngine, "engine" | "pool">,
  { file, org, actor }: { file: string; org: string; actor: string },
): Promise<Credentials> {
  const known = await readCredentials(file);
  if (known !== null && (await stillWork(engine, known))) return known;
  const credentials = {
    human: { actor, token: (await createToken(pool, org, { actor, role: "human" })).token },
    admin: { actor, token: (await createToken(pool, org, { actor, role: "admin" })).token },
  };
  boundary("credentials.made");
  await writeCredentials(file, credentials);
  boundary("credentials.written");
  return credentials;
}

async function stillWork(engine: Engine, { human, admin }: Credentials): Promise<boolean> {
  const found = await Promise.all([
    engine.authenticate(human.token),
    engine.authenticate(admin.token),
  ]);
  return found[0]?.role === "human" && found[1]?.role === "admin";
}
