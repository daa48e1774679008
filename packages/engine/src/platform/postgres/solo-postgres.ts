import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { boundary } from "../boundary.ts";
import { embeddedBinaries, type PostgresBinaries } from "./binaries.ts";
import { freePort, isPortFree } from "./free-port.ts";
import { disownPostmasterFile, matchPostmaster, readPostmasterFile } from "./postmaster-file.ts";
import { socketFolder, startServer, stopServer } from "./server-programs.ts";
import {
  appUrl,
  ownerUrl,
  readAccess,
  type SoloAccess,
  workerUrl,
  writeAccess,
} from "./solo-access.ts";
import { clusterDirectory, ensureCluster } from "./solo-cluster.ts";
import { findRunning } from "./solo-identity.ts";

const MEMORY_MS = 15_000;
const PAUSE_MS = 200;

/** A private Postgres server that needs no installation. */
export type SoloPostgres = {
  ownerUrl: string;
  appUrl: string;
  workerUrl: string;
  /** True if it was already running, left behind by a crashed process. */
  attached: boolean;
  /** Stops the server if it still runs and is ours. */
  stop(): Promise<void>;
};

/** Starts the server on a data directory, or attaches to the one already running there. */
export async function startSoloPostgres(
  dataDirectory: string,
  binaries?: PostgresBinaries,
): Promise<SoloPostgres> {
  const programs = binaries ?? (await embeddedBinaries(dataDirectory));
  const cluster = clusterDirectory(dataDirectory);
  await ensureCluster(programs, cluster);
  const stored = await readAccess(cluster);
  const running = await findRunning(cluster, stored);
  boundary("solo.looked");
  const port = running ?? (await launch(programs, cluster, stored));
  boundary("solo.running");
  const access = await remember(cluster, stored, port);
  const socket = findSocket(cluster, port);
  return {
    ownerUrl: over(socket, ownerUrl(access)),
    appUrl: over(socket, appUrl(access)),
    workerUrl: over(socket, workerUrl(access)),
    attached: running !== null,
    async stop() {
      if ((await findRunning(cluster, access)) !== null) await stopServer(programs, cluster);
    },
  };
}

/** Returns the folder of the server's socket. Null if it has none. */
function findSocket(cluster: string, port: number): string | null {
  const folder = socketFolder(cluster);
  return existsSync(join(folder, `.s.PGSQL.${port}`)) ? folder : null;
}

/** Lets a connection use the socket instead of the address in its URL. */
function over(socket: string | null, url: string): string {
  return socket === null ? url : `${url}?host=${encodeURIComponent(socket)}`;
}

/**
 * Starts on the stored port, or on another one if it is taken. Losing the race to another process is fine.
 */
async function launch(
  programs: PostgresBinaries,
  cluster: string,
  stored: SoloAccess,
): Promise<number> {
  for (const until = Date.now() + MEMORY_MS; ; await pause(PAUSE_MS)) {
    const port = (await isPortFree(stored.port)) ? stored.port : await freePort();
    try {
      await startServer(programs, cluster, port);
      return port;
    } catch (error) {
      const faster = await findRunning(cluster, stored);
      if (faster !== null) return faster;
      if (!mayPass(error) || Date.now() > until) throw error;
      await disownLeftFile(cluster);
    }
  }
}

/**
 * Returns true if the leftovers of a killed server may disappear soon: its connections hold its memory until
 * they end, and its pid stays in use until its parent reaps it.
 */
function mayPass(error: unknown): boolean {
  return (
    error instanceof Error &&
    /shared memory block .* is still in use|lock file .* already exists/.test(error.message)
  );
}

/** Disowns a leftover file, because in many containers no parent ever reaps the process. */
async function disownLeftFile(cluster: string): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (file !== null && matchPostmaster(file) === "gone")
    await disownPostmasterFile(cluster, file.pid);
}

async function remember(cluster: string, stored: SoloAccess, port: number): Promise<SoloAccess> {
  if (stored.port === port) return stored;
  const access = { ...stored, port };
  await writeAccess(cluster, access);
  return access;
}
