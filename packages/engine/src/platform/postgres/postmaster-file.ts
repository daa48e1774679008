import { randomBytes } from "node:crypto";
import { chown, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive, processStartedMs } from "../processes/process-identity.ts";
import { type ProcessSource, processSource } from "../processes/ps.ts";
import { pgData } from "./server-programs.ts";

/** What a server wrote to its data directory when it started. */
export type PostmasterFile = { pid: number; port: number; startedMs: number };

/** `other`: another process now has the server's pid. */
export type Postmaster = "same" | "other" | "gone" | "unknown";

/** Higher than any pid that a system assigns. */
const NO_PROCESS = 2_147_483_647;
const START = 2;
const PORT = 3;
/**
 * How long after its process start a server may record its own start. It is forked, execs Postgres and may
 * wait for a CPU.
 */
const MAX_LATER_MS = 60_000;
/** The file and `ps` both round to seconds. */
const ROUNDING_MS = 3_000;

/** Reads `postmaster.pid`. Null if there is none or it is still being written. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  const text = await readFile(postmasterPath(cluster), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[PORT]);
  if (!Number.isInteger(pid) || pid <= 1 || !Number.isInteger(port) || port <= 0) return null;
  return { pid, port, startedMs: Number(lines[START]) * 1_000 };
}

/** Compares the process that now has the server's pid with the start time that the server recorded. */
export function matchPostmaster(
  { pid, startedMs }: PostmasterFile,
  source: ProcessSource = processSource(),
): Postmaster {
  if (!isAlive(pid, source)) return "gone";
  const processMs = processStartedMs(pid, source);
  if (processMs === null || Number.isNaN(startedMs)) return "unknown";
  const laterMs = startedMs - processMs;
  return laterMs > -ROUNDING_MS && laterMs < MAX_LATER_MS ? "same" : "other";
}

/**
 * Removes the pid from a file that no running server wrote. Postgres refuses to start while any process has
 * that pid, even a zombie.
 *
 * The rest of the file stays, because Postgres uses it to detect whether connections of the dead server still
 * write.
 */
export async function disownPostmasterFile(cluster: string, pid: number): Promise<null> {
  const path = postmasterPath(cluster);
  const text = await readFile(path, "utf8").catch(() => "");
  const [number, ...rest] = text.split("\n");
  if (Number(number) !== pid) return null;
  const { uid, gid, mode } = await stat(path);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(draft, [NO_PROCESS, ...rest].join("\n"), { flag: "wx", mode });
    await chown(draft, uid, gid);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return null;
}

function postmasterPath(cluster: string): string {
  return join(pgData(cluster), "postmaster.pid");
}
