import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { Client, DatabaseError } from "pg";
import { isAlive } from "./is-alive.ts";
import { pgData } from "./server-programs.ts";
import { ownerUrl, type SoloAccess } from "./solo-access.ts";

const CONNECT_MS = 3_000;
const PATIENCE_MS = 15_000;
const PAUSE_MS = 100;
const STARTING_UP = "57P03";

/** What a server left in its data directory when it started. */
export type LockFile = { pid: number; port: number };

/**
 * The port of our own running server, or null if none runs.
 *
 * A server counts as ours when it knows our password, serves our data directory and shows our secret;
 * nothing else is ever used or signalled.
 */
export async function findRunning(cluster: string, access: SoloAccess): Promise<number | null> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const lock = await readLockFile(cluster);
    if (lock === null || !isAlive(lock.pid)) return null;
    const answer = await identify(cluster, { ...access, port: lock.port });
    if (answer === "ours") return lock.port;
    if (answer === "foreign" || Date.now() > until) return refuseForeign(cluster, lock);
    await pause(PAUSE_MS);
  }
}

/** Reads `postmaster.pid`; null if there is none or it is still being written. */
export async function readLockFile(cluster: string): Promise<LockFile | null> {
  const text = await readFile(join(pgData(cluster), "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 1 && Number.isInteger(port) && port > 0
    ? { pid, port }
    : null;
}

/** Asks a server who it is; `silent` is one that does not answer yet. */
async function identify(
  cluster: string,
  access: SoloAccess,
): Promise<"ours" | "foreign" | "silent"> {
  const client = new Client({
    connectionString: ownerUrl(access, "postgres"),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on("error", () => undefined); // a server that goes away while we ask is silent
  try {
    await client.connect();
    const { rows } = await client.query<{ directory: string; secret: string }>(
      "SELECT current_setting('data_directory') AS directory, secret FROM countersign_identity",
    );
    const [row] = rows;
    const same = row?.secret === access.secret && row.directory === (await realData(cluster));
    return same ? "ours" : "foreign";
  } catch (error) {
    return error instanceof DatabaseError && error.code !== STARTING_UP ? "foreign" : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether a server knows our password and serves this directory, whatever is in it so far. */
export async function isServing(cluster: string, access: SoloAccess): Promise<boolean> {
  const client = clientFor(access);
  try {
    await client.connect();
    const { rows } = await client.query<{ directory: string }>(
      "SELECT current_setting('data_directory') AS directory",
    );
    return rows[0]?.directory === (await realData(cluster));
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function clientFor(access: SoloAccess): Client {
  const client = new Client({
    connectionString: ownerUrl(access, "postgres"),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on("error", () => undefined); // a server that goes away while we ask is silent
  return client;
}

async function realData(cluster: string): Promise<string> {
  return realpath(pgData(cluster));
}

function refuseForeign(cluster: string, { pid, port }: LockFile): never {
  throw new CountersignError(
    "unreachable",
    `Process ${pid} holds ${pgData(cluster)} and does not answer as our Postgres on port ${port}`,
    { hint: "End that process, or remove postmaster.pid if it has nothing to do with Postgres." },
  );
}
