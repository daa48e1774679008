import { z } from "zod";
import type { EngineFiles } from "./files/engine-files.ts";
import { type RunFile, readRunFile } from "./files/run-file.ts";

const Health = z.object({ instance: z.string() });

const TIMEOUT_MS = 3_000;

/** The engine of this data directory, if it runs: what answers must be the one that wrote the file. */
export async function findEngine(files: EngineFiles): Promise<RunFile | null> {
  const run = await readRunFile(files.run);
  if (run === null) return null;
  return (await instanceAt(run.url)) === run.instance ? run : null;
}

async function instanceAt(url: string): Promise<string | null> {
  try {
    const response = await fetch(new URL("/v1/health", url), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return Health.safeParse(await response.json()).data?.instance ?? null;
  } catch {
    return null;
  }
}
