import { randomBytes } from "node:crypto";
import { chown, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive, processStartedMs } from "../processes/process-identity.ts";
import { type ProcessSource, processSource } from "../processes/ps.ts";
import { pgData } from "./server-programs.ts";

/** What a server left in its data directory when it started. */
export type PostmasterFile = { pid: number; port: number; startedMs: number };

/** `other` is a process that has the server's number and is not the server. */
export type Postmaster = "same" | "other" | "gone" | "unknown";

/** Above every number that a system gives to a process. */
const NO_PROCESS = 2_147_483_647;
const START = 2;
const PORT = 3;
/** How long after its process a server may note its start: it is forked, turned into Postgres and may wait for a processor. */
const MAX_LATER_MS = 60_000;
/** Seconds are rounded in the file and by `ps`. */
const ROUNDING_MS = 3_000;

/** Reads `postmaster.pid`; null if there is none or it is still being written. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  const text = await readFile(pathOf(cluster), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const port = Number(lines[PORT]);
  if (!Number.isInteger(pid) || pid <= 1 || !Number.isInteger(port) || port <= 0) return null;
  return { pid, port, startedMs: Number(lines[START]) * 1_000 };
}

/** Compares the process that has the server's number now with what the server noted about its start. */
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
 * Takes the number out of a file that no running server wrote: Postgres refuses to start while any process has it, even
 * one that has ended and that its parent never asked for.
 *
 * The rest stays, because by it Postgres finds out whether connections of the dead server still write.
 */
export async function disownPostmasterFile(cluster: string, pid: number): Promise<null> {
  const path = pathOf(cluster);
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

function pathOf(cluster: string): string {
  return join(pgData(cluster), "postmaster.pid");
}
