import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { removeDirectory } from "./remove-directory.ts";

/** Maximum size of the cache. Recently used entries are kept even above it. */
export type CacheLimits = { bytes: number; entries: number };

const DEFAULT_LIMITS: CacheLimits = { bytes: 10 * 1024 ** 3, entries: 30 };
const USED_LATELY_MS = 15 * 60_000;
const ABANDONED_MS = 24 * 3_600_000;

const FILES = "files";
const SEAL = "seal.json";
const MAKING = "making-";

const Seal = z.strictObject({ files: z.int(), bytes: z.int() });
type Seal = z.infer<typeof Seal>;

/** Results of prepare commands, by the hash of their inputs. */
export type PreparedCache = {
  /** Returns the directory with the result. Null if there is no complete result. */
  find(name: string): Promise<string | null>;
  /** Stores the files that `make` writes into its directory. `make` returns a reason to discard them, or null. */
  keep(name: string, make: (directory: string) => Promise<string | null>): Promise<CacheResult>;
};

type CacheResult = { directory: string } | { failed: string };

/**
 * Creates a cache under a root directory. A result is made in a temporary directory, sealed with its size and
 * then renamed, so that an incomplete result has no name.
 */
export function createPreparedCache(
  root: string,
  limits: CacheLimits = DEFAULT_LIMITS,
): PreparedCache {
  return {
    async find(name) {
      const entry = join(root, name);
      if (!(await isWhole(entry))) return null;
      await markUsed(entry);
      return join(entry, FILES);
    },

    async keep(name, make) {
      const making = join(root, `${MAKING}${randomUUID()}`);
      await mkdir(join(making, FILES), { recursive: true, mode: 0o700 });
      try {
        const failed = await make(join(making, FILES));
        if (failed !== null) return { failed };
        await writeFile(join(making, SEAL), JSON.stringify(await measure(join(making, FILES))));
        await replace(making, join(root, name));
      } finally {
        await removeDirectory(making);
      }
      await shrink(root, limits);
      return { directory: join(root, name, FILES) };
    },
  };
}

/** Moves the result to its name. If another process made the same result in the meantime, either one is valid. */
async function replace(making: string, entry: string): Promise<void> {
  if (await isWhole(entry)) return;
  await removeDirectory(entry);
  try {
    await rename(making, entry);
  } catch (error) {
    if (!(await isWhole(entry))) throw error;
  }
}

async function isWhole(entry: string): Promise<boolean> {
  const seal = await readSeal(entry);
  if (seal === null) return false;
  const found = await measure(join(entry, FILES)).catch(() => null);
  return found !== null && found.files === seal.files && found.bytes === seal.bytes;
}

async function readSeal(entry: string): Promise<Seal | null> {
  try {
    return Seal.parse(JSON.parse(await readFile(join(entry, SEAL), "utf8")));
  } catch {
    return null;
  }
}

async function measure(directory: string): Promise<Seal> {
  const total: Seal = { files: 0, bytes: 0 };
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    const part = entry.isDirectory()
      ? await measure(path)
      : { files: 1, bytes: (await lstat(path)).size };
    total.files += part.files;
    total.bytes += part.bytes;
  }
  return total;
}

async function markUsed(entry: string): Promise<void> {
  const now = new Date();
  await utimes(entry, now, now);
}

/** Removes the least recently used results and unfinished ones. */
async function shrink(root: string, limits: CacheLimits): Promise<void> {
  const now = Date.now();
  const entries: { path: string; bytes: number; usedMs: number }[] = [];
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const usedMs = (await stat(path).catch(() => null))?.mtimeMs ?? now;
    if (!name.startsWith(MAKING)) {
      entries.push({ path, usedMs, bytes: (await readSeal(path))?.bytes ?? 0 });
    } else if (now - usedMs > ABANDONED_MS) {
      await removeDirectory(path);
    }
  }
  let room = limits.bytes;
  for (const [index, entry] of entries.toSorted((a, b) => b.usedMs - a.usedMs).entries()) {
    room -= entry.bytes;
    const isOver = room < 0 || index >= limits.entries;
    if (isOver && now - entry.usedMs > USED_LATELY_MS) await removeDirectory(entry.path);
  }
}
