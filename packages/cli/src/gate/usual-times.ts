import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { z } from "zod";
import type { Environment } from "../runtime/environment.ts";

const Kept = z.record(z.string(), z.array(z.number().min(0)).max(20));

const MAX_TIMES = 7;
const MAX_NAMES = 400;

/** How long each stage took the last times, to say what is usual. A cache: what cannot be kept is not. */
export type UsualTimes = {
  /** In milliseconds; null when it is not known. */
  of(stage: string): number | null;
  keep(took: ReadonlyMap<string, number>): Promise<void>;
};

export async function openUsualTimes(env: Environment, repository: string): Promise<UsualTimes> {
  const path = join(cacheHome(env), "countersign", "usual-times.json");
  const place = createHash("sha256").update(repository).digest("hex").slice(0, 16);
  const kept = await readKept(path);
  return {
    of: (stage) => median(kept[`${place}:${stage}`] ?? []),
    async keep(took) {
      const now = await readKept(path);
      for (const [stage, ms] of took) {
        const name = `${place}:${stage}`;
        const times = [...(now[name] ?? []), Math.round(ms)].slice(-MAX_TIMES);
        delete now[name];
        now[name] = times;
      }
      await writeKept(path, Object.fromEntries(Object.entries(now).slice(-MAX_NAMES)));
    },
  };
}

function cacheHome({ XDG_CACHE_HOME: cacheRoot }: Environment): string {
  return cacheRoot !== undefined && isAbsolute(cacheRoot) ? cacheRoot : join(homedir(), ".cache");
}

async function readKept(path: string): Promise<z.infer<typeof Kept>> {
  try {
    return Kept.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return {};
  }
}

async function writeKept(path: string, kept: z.infer<typeof Kept>): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(draft, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
    await rename(draft, path);
  } catch {
    // a cache that cannot be written is no reason to fail
  }
}

function median(times: readonly number[]): number | null {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? null;
}
