import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "@countersign/engine";

const POLL_MS = 50;

/** Longer than any start takes: whoever held it so long is gone or stuck. */
const STALE_MS = 120_000;

/**
 * Lets one process at a time start the engine. `isDone` is asked while waiting: whoever waits for
 * somebody else's start need not take the lock at all.
 */
export async function withStartLock<Value>(
  file: string,
  isDone: () => Promise<Value | null>,
  start: () => Promise<Value>,
): Promise<Value> {
  await mkdir(dirname(file), { recursive: true });
  while (!(await take(file))) {
    const done = await isDone();
    if (done !== null) return done;
    if (await isStale(file)) await rm(file, { force: true });
    else await sleep(POLL_MS);
  }
  try {
    return (await isDone()) ?? (await start());
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  return writeFile(file, String(process.pid), { flag: "wx", mode: 0o600 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}

async function isStale(file: string): Promise<boolean> {
  const [text, stats] = await Promise.all([
    readFile(file, "utf8").catch(() => null),
    stat(file).catch(() => null),
  ]);
  if (text === null || stats === null) return false;
  const ageMs = Date.now() - stats.mtimeMs;
  if (ageMs > STALE_MS) return true;
  const pid = Number(text);
  // A file without a number was only just made, unless it is older than that.
  return Number.isInteger(pid) && pid > 0 ? !isAlive(pid) : ageMs > 1_000;
}
