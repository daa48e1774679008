import { copyFile, open, stat, truncate } from "node:fs/promises";

const CHECK_MS = 30_000;

const MAX_LOG_BYTES = 5_000_000;

/** Moves a log that grew too large aside; its writers append, so they go on at its new beginning. */
export async function capLog(file: string, mostBytes = MAX_LOG_BYTES): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  if (stats === null || stats.size <= mostBytes) return false;
  await copyFile(file, `${file}.1`);
  await truncate(file, 0);
  return true;
}

/** Caps a log every 30 seconds and returns a function that stops it. */
export function startLogCapping(file: string): () => void {
  const timer = setInterval(() => void capLog(file).catch(() => undefined), CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The last lines of a log, without reading all of it. */
export async function tailLog(file: string, lines: number, mostBytes = 256_000): Promise<string[]> {
  const handle = await open(file, "r").catch(() => null);
  if (handle === null) return [];
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - mostBytes);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(size - from),
      0,
      size - from,
      from,
    );
    const text = buffer.toString("utf8", 0, bytesRead).trimEnd();
    return text === "" ? [] : text.split("\n").slice(-lines);
  } finally {
    await handle.close();
  }
}
