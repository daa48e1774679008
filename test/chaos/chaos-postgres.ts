import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll } from "vitest";
import { migrateDatabase } from "../../packages/engine/src/database/migrate-database.ts";
import { embeddedBinaries } from "../../packages/engine/src/platform/postgres/binaries.ts";
import {
  pgData,
  startServer,
} from "../../packages/engine/src/platform/postgres/server-programs.ts";
import { serverUser } from "../../packages/engine/src/platform/postgres/server-user.ts";
import {
  APP_LOGIN,
  WORKER_LOGIN,
} from "../../packages/engine/src/platform/postgres/solo-access.ts";
import { clusterDirectory } from "../../packages/engine/src/platform/postgres/solo-cluster.ts";
import { startSoloPostgres } from "../../packages/engine/src/platform/postgres/solo-postgres.ts";

/** A server of our own that can be killed and started again. */
export type ChaosPostgres = {
  port: number;
  ownerUrl: string;
  appUrl: string;
  workerUrl: string;
  /** As a crash of the server would end it: nothing is written, every connection is dropped. */
  kill(): Promise<void>;
  /** Starts it again; answers with the moment from which it accepted connections. */
  start(): Promise<number>;
};

const PROBE_MS = 10;

/** It goes when the file is done. */
export async function openChaosPostgres(): Promise<ChaosPostgres> {
  const directory = await mkdtemp(join(tmpdir(), "countersign-chaos-"));
  await chmod(directory, 0o755);
  const solo = await startSoloPostgres(directory);
  process.once("exit", () => endNow(directory)); // when the file fails before its hooks are known
  afterAll(async () => {
    await solo.stop();
    await rm(directory, { recursive: true, force: true });
  });
  const { ownerUrl, appUrl, workerUrl } = solo;
  await migrateDatabase(ownerUrl, APP_LOGIN, WORKER_LOGIN);
  const cluster = clusterDirectory(directory);
  const binaries = await embeddedBinaries(directory);
  const port = Number(new URL(ownerUrl).port);
  return {
    port,
    ownerUrl,
    appUrl,
    workerUrl,
    async kill() {
      const flags = ["stop", "-D", pgData(cluster), "-m", "immediate", "-w"];
      await promisify(execFile)(binaries.pgCtl, flags, { ...(await serverUser()), cwd: "/" });
    },
    async start() {
      const [acceptedMs] = await Promise.all([
        untilAccepted(ownerUrl),
        startServer(binaries, cluster, port),
      ]);
      return acceptedMs;
    },
  };
}

/** Ends a server that is still there, and removes its files, without waiting for anything. */
function endNow(directory: string): void {
  const lock = join(pgData(clusterDirectory(directory)), "postmaster.pid");
  if (!existsSync(lock)) return;
  process.kill(Number.parseInt(readFileSync(lock, "utf8"), 10), "SIGQUIT");
  rmSync(directory, { recursive: true, force: true });
}

/** The same login by way of another port, and not over a socket. */
export function through(url: string, port: number): string {
  return Object.assign(new URL(url), { port: String(port), search: "" }).href;
}

async function untilAccepted(url: string): Promise<number> {
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on("error", () => undefined);
    const accepted = await client.connect().then(
      () => true,
      () => false,
    );
    const nowMs = performance.now();
    await client.end().catch(() => undefined);
    if (accepted) return nowMs;
    await pause(PROBE_MS);
  }
}
