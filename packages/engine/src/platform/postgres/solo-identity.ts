import { randomBytes } from "node:crypto";
import { realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CountersignError } from "@countersign/core";
import { Client, DatabaseError } from "pg";
import {
  disownPostmasterFile,
  matchPostmaster,
  type Postmaster,
  type PostmasterFile,
  readPostmasterFile,
} from "./postmaster-file.ts";
import { pgData } from "./server-programs.ts";
import { ownerUrl, type SoloAccess } from "./solo-access.ts";

const CONNECT_MS = 3_000;
const PATIENCE_MS = 15_000;
const PAUSE_MS = 100;
const STARTING_UP = "57P03";

/**
 * `elsewhere`: our server, running on another directory that this one is a copy of. `silent`: no answer, or
 * none yet.
 */
type Answer = "ours" | "elsewhere" | "foreign" | "silent";

/**
 * Returns the port of our own running server, or null if none runs.
 *
 * A server is ours only if it knows our password, serves our data directory and shows our secret. No other
 * server is used or signalled. A `postmaster.pid` that belongs to another process is disowned.
 */
export async function findRunning(cluster: string, access: SoloAccess): Promise<number | null> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const file = await readPostmasterFile(cluster);
    if (file === null) return null;
    const process = matchPostmaster(file);
    if (process === "gone") return null;
    const answer = await identify(cluster, { ...access, port: file.port });
    if (answer === "ours") return file.port;
    const next = chooseNext(process, answer, Date.now() > until);
    if (next === "refuse") refuseForeign(cluster, file);
    if (next === "disown") return await disownPostmasterFile(cluster, file.pid);
    await pause(PAUSE_MS);
  }
}

/**
 * Decides what to do about a file whose server does not answer as ours. Unknown start times prove nothing.
 */
function chooseNext(
  process: Postmaster,
  answer: Answer,
  isOver: boolean,
): "disown" | "refuse" | "wait" {
  if (process === "other" || answer === "elsewhere") return "disown";
  if (answer === "foreign") return "refuse";
  if (!isOver) return "wait";
  return process === "unknown" ? "disown" : "refuse";
}

/** Identifies a server. */
async function identify(cluster: string, access: SoloAccess): Promise<Answer> {
  const client = clientFor(access);
  try {
    await client.connect();
    const { rows } = await client.query<{ secret: string }>(
      "SELECT secret FROM countersign_identity",
    );
    if (rows[0]?.secret !== access.secret) return "foreign";
    return (await servesDirectory(client, pgData(cluster))) ? "ours" : "elsewhere";
  } catch (error) {
    return error instanceof DatabaseError && error.code !== STARTING_UP ? "foreign" : "silent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Returns true if a server knows our password and serves this directory, whatever the directory contains so
 * far.
 */
export async function isServing(cluster: string, access: SoloAccess): Promise<boolean> {
  const client = clientFor(access);
  try {
    await client.connect();
    return await servesDirectory(client, pgData(cluster));
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
  client.on("error", () => undefined); // a server that stops during the query is silent
  return client;
}

function refuseForeign(cluster: string, { pid, port }: PostmasterFile): never {
  throw new CountersignError(
    "unreachable",
    `Process ${pid} holds ${pgData(cluster)} but does not respond as our Postgres on port ${port}`,
    {
      hint: `Check it: ps -p ${pid}. If it is Postgres, stop it; otherwise remove ${join(pgData(cluster), "postmaster.pid")}`,
    },
  );
}

/**
 * Checks that the server behind a connection uses this data directory, by asking whether it sees a file that
 * we just created there.
 *
 * The path that the server reports is the one it was started with, which may contain links or may have been
 * moved. A copy of the directory does not contain the new file. If no file can be created, as on a full disk,
 * resolved paths are compared instead.
 */
async function servesDirectory(client: Client, data: string): Promise<boolean> {
  const name = `countersign-${randomBytes(12).toString("hex")}`;
  const file = join(data, name);
  const isMade = await writeFile(file, "", { flag: "wx" }).then(
    () => true,
    () => false,
  );
  if (!isMade) return await isSamePath(client, data);
  try {
    const { rows } = await client.query("SELECT FROM pg_stat_file($1, true) WHERE isdir = false", [
      name,
    ]);
    return rows.length === 1;
  } finally {
    await rm(file, { force: true });
  }
}

async function isSamePath(client: Client, data: string): Promise<boolean> {
  const { rows } = await client.query<{ data: string }>(
    "SELECT current_setting('data_directory') AS data",
  );
  const [theirs, ours] = await Promise.all(
    [rows[0]?.data ?? "", data].map((path) => realpath(path).catch(() => null)),
  );
  return theirs !== null && theirs === ours;
}
