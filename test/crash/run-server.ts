import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Where one engine keeps everything. */
export type Place = {
  program: string;
  /** Holds the data directory, the log and the record of boundaries. */
  folder: string;
  env?: Readonly<Record<string, string>>;
};

/** The n-th passage of a boundary. */
export type Target = { at: string; nth: number };

export type Life = {
  pid: number;
  /** The address, once it can be asked; null when it ended before. */
  ready: Promise<string | null>;
  ended: Promise<"killed" | number>;
  aim(targets: readonly Target[]): void;
  stop(): Promise<void>;
};

const SUBSCRIBER = fileURLToPath(new URL("./subscriber.ts", import.meta.url));
const POLL_MS = 15;

export const dataOf = ({ folder }: Place): string => join(folder, "countersign");
export const recordOf = ({ folder }: Place): string => join(folder, "boundaries.log");
export const logOf = ({ folder }: Place): string => join(folder, "server.log");

/** Starts the built program over a place; it ends itself at the first of the targets that it meets. */
export async function runServer(place: Place, targets: readonly Target[]): Promise<Life> {
  await mkdir(place.folder, { recursive: true });
  writeFileSync(recordOf(place), "");
  const log = openSync(logOf(place), "a");
  const child = spawn(process.execPath, ["--import", SUBSCRIBER, place.program, "server", "run"], {
    stdio: ["ignore", log, log, "ipc"],
    env: {
      PATH: process.env.PATH,
      HOME: place.folder,
      XDG_DATA_HOME: place.folder,
      CRASH_RECORD: recordOf(place),
      CRASH_AT: JSON.stringify(targets),
      ...place.env,
    },
  });
  const ended = once(child, "exit").then(([code, signal]) =>
    signal === "SIGKILL" ? ("killed" as const) : Number(code),
  );
  return {
    pid: child.pid ?? 0,
    ready: untilReady(place, child),
    ended,
    aim: (next) => {
      if (child.connected) child.send([...next], () => undefined);
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function untilReady(place: Place, child: ChildProcess): Promise<string | null> {
  const file = join(dataOf(place), "engine.json");
  while (child.exitCode === null && child.signalCode === null) {
    const run = readJson(file);
    if (run?.pid === child.pid && typeof run?.url === "string") return run.url;
    await pause(POLL_MS);
  }
  return null;
}

export function readJson(file: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** What a life's record says: the boundaries that it passed, and the one at which it ended. */
export function readRecord(place: Place): { passed: string[]; killed: string | null } {
  const lines = readFileSync(recordOf(place), "utf8").split("\n");
  const of = (word: string) =>
    lines.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length));
  return { passed: of("passed "), killed: of("killed ")[0] ?? null };
}
