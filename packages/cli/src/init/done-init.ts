import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readPrivate, writePrivate } from "../local-engine/private-file.ts";
import type { Workplace } from "../workplace/find-workplace.ts";

/** What init added, so that exactly this can be taken back. */
const DoneInit = z.object({
  wrote: z.object({ path: z.string(), text: z.string() }).nullable(),
  registered: z.string().nullable(),
});
export type DoneInit = z.infer<typeof DoneInit>;

/** A second init adds to the first: what was there before it is not its own. */
export async function rememberInit(
  directory: string,
  place: Workplace,
  done: DoneInit,
): Promise<void> {
  const before = await readInit(directory, place);
  await writePrivate(fileFor(directory, place), {
    wrote: done.wrote ?? before?.wrote ?? null,
    registered: done.registered ?? before?.registered ?? null,
  });
}

export async function readInit(directory: string, place: Workplace): Promise<DoneInit | null> {
  return await readPrivate(fileFor(directory, place), DoneInit);
}

export async function forgetInit(directory: string, place: Workplace): Promise<void> {
  await rm(fileFor(directory, place), { force: true });
}

function fileFor(directory: string, { common }: Workplace): string {
  const key = createHash("sha256").update(common).digest("hex");
  return join(directory, "inits", `${key.slice(0, 32)}.json`);
}
