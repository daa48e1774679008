import { spawn } from "node:child_process";
import { mkdir, open, statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { refreshLauncher } from "../launcher/launcher.ts";
import { findEngineLockHolder } from "./engine-lock.ts";
import { capLog, tailLog } from "./files/cap-log.ts";
import type { EngineFiles } from "./files/engine-files.ts";
import type { RunFile } from "./files/run-file.ts";
import { findEngine } from "./find-engine.ts";
import { chooseEnvironment, type StartReason } from "./settings/choose-environment.ts";
import { withStartLock } from "./start-lock.ts";

export type EngineLaunch = {
  files: EngineFiles;
  /** The program to start: this one. */
  program: string;
  env: Readonly<Record<string, string | undefined>>;
  reason: StartReason;
  /** Called before a start, which takes a few seconds the first time. */
  onStart: () => void;
};

const POLL_MS = 100;
const START_MS = 90_000;

/** The running engine, started if there is none. Of several commands at once, one starts it. */
export async function ensureEngine(launch: EngineLaunch): Promise<RunFile> {
  const { lock, directory } = launch.files;
  const find = () => findEngine(launch.files);
  try {
    return (await find()) ?? (await withStartLock(lock, find, () => start(launch)));
  } catch (error) {
    throw (await diskFullError(directory, error)) ?? error;
  }
}

/** What an engine ends with that found another one in its place. */
const TAKEN = "it ended with code 6";
const STARTS = 5;

/** One that was just killed may still hold the place for a moment; then it is tried again. */
async function start(launch: EngineLaunch): Promise<RunFile> {
  launch.onStart();
  for (let tries = 1; ; tries += 1) {
    const { run, ended } = await startOnce(launch);
    if (run !== null) return run;
    if (ended !== TAKEN || tries === STARTS) throw await notStarted(launch.files, ended);
    await sleep(POLL_MS);
  }
}

type StartAttempt = { run: RunFile; ended: null } | { run: null; ended: string };

async function startOnce({ files, program, env, reason }: EngineLaunch): Promise<StartAttempt> {
  await mkdir(files.directory, { recursive: true });
  await capLog(files.log);
  const log = await open(files.log, "a", 0o600);
  await refreshLauncher(files.directory, { node: process.execPath, program });
  const environment = await chooseEnvironment(files, env, { reason });
  const child = spawn(process.execPath, [program, "server", "run"], {
    cwd: files.directory,
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    env: { ...environment, COUNTERSIGN_DETACHED: "1" },
  });
  await log.close();
  let ended: string | null = null;
  child.once("error", (error) => {
    ended = error.message;
  });
  child.once("exit", (code, signal) => {
    ended = `it exited with ${signal ?? `code ${code}`}`;
  });
  child.unref();
  return await waitFor(files, () => ended);
}

async function waitFor(files: EngineFiles, ended: () => string | null): Promise<StartAttempt> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const run = await findEngine(files);
    if (run !== null) return { run, ended: null };
    const why = ended();
    // Another one may be on its way, started by a command that did not wait for it.
    if (why !== null && (await findEngineLockHolder(files.place)) === null)
      return { run: null, ended: why };
    await sleep(POLL_MS);
  }
  return { run: null, ended: `it did not respond within ${START_MS / 1_000} s` };
}

async function notStarted({ log }: EngineFiles, why: string): Promise<CountersignError> {
  const last = (await tailLog(log, 50)).findLast((line) => line.startsWith("error:"));
  const said = last === undefined ? "" : `: ${last.slice("error:".length).trim()}`;
  return new CountersignError("unreachable", `The engine did not start; ${why}${said}`, {
    hint: "Read the log: countersign server logs",
  });
}

/** An engine needs more than this to start: its log, its run file and what Postgres writes. */
const MIN_FREE_BYTES = 1_000_000;

/** What to tell instead of an error that a full disk caused; null when the disk has room. */
async function diskFullError(directory: string, cause: unknown): Promise<CountersignError | null> {
  const disk = await statfs(directory).catch(() => null);
  const isFull = disk !== null && disk.bavail * disk.bsize < MIN_FREE_BYTES;
  if (!isFull && !isOutOfSpace(cause)) return null;
  return new CountersignError("unreachable", `The disk is full: ${directory}`, {
    hint: "Free some space, then run the command again",
    cause,
  });
}

function isOutOfSpace(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOSPC" || code === "EDQUOT";
}
