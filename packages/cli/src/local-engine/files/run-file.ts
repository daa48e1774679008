import { readFile, rm } from "node:fs/promises";
import { z } from "zod";
import { readPrivate, writePrivate } from "./private-file.ts";

/** How a running engine is found again. */
export const RunFile = z.object({
  url: z.url(),
  pid: z.int().positive(),
  /** The engine also reports it in its health answer; a different value means a different engine. */
  instance: z.string().min(8),
  startedMs: z.int(),
  version: z.string(),
});
export type RunFile = z.infer<typeof RunFile>;

export async function readRunFile(file: string): Promise<RunFile | null> {
  return await readPrivate(file, RunFile);
}

export async function writeRunFile(file: string, run: RunFile): Promise<void> {
  await writePrivate(file, run);
}

/** Removes the file if it still is of this instance; a newer engine's stays. */
export async function removeRunFile(file: string, instance: string): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => "");
  if (text.includes(`"${instance}"`)) await rm(file, { force: true });
}
