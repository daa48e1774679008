import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { matchProcess, processName } from "@countersign/engine";
import { claimFile, removeClaim } from "./files/claim-file.ts";

const POLL_MS = 50;

/** Longer than any start takes: a process that held the lock this long has died or hangs. */
const STALE_MS = 120_000;

/**
 * Lets one process at a time start the engine. A waiting process calls `isDone`, so that it returns without
 * the lock once another process has started the engine.
 */
export async function withStartLock<Value>(
  file: string,
  isDone: () => Promise<Value | null>,
  start: () => Promise<Value>,
): Promise<Value> {
  await mkdir(dirname(file), { recursive: true });
  while (!(await claimFile(file, processName()))) {
    const done = await isDone();
    if (done !== null) return done;
    const text = await readFile(file, "utf8").catch(() => null);
    if (text !== null && (await isStale(file, text))) await removeClaim(file, text);
    else await sleep(POLL_MS);
  }
  try {
    return (await isDone()) ?? (await start());
  } finally {
    await removeClaim(file, processName());
  }
}

async function isStale(file: string, text: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  if (stats === null) return false;
  const ageMs = Date.now() - stats.mtimeMs;
  if (ageMs > STALE_MS) return true;
  // Earlier releases made the file before they wrote their number into it.
  return text === "" ? ageMs > 1_000 : matchProcess(text, stats.mtimeMs) === "gone";
}
