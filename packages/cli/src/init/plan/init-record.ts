import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { initFile } from "../../local-engine/files/init-file.ts";
import { readPrivate, writePrivate } from "../../local-engine/files/private-file.ts";
import type { Workplace } from "../../workplace/find-workplace.ts";
import { Edit } from "../edits/edit.ts";

/** One file as it was before init touched it, and as init left it. */
const DoneFile = z.object({
  path: z.string(),
  shown: z.string(),
  within: z.string(),
  edit: Edit,
  /** Null where there was no file. */
  before: z.string().nullable(),
  after: z.string(),
  /** Folders that were made for it, the outermost first. */
  folders: z.array(z.string()),
});
export type FileRecord = z.infer<typeof DoneFile>;

/** What init added, so that exactly this can be taken back. */
const DoneInit = z.object({
  files: z.array(DoneFile),
  registered: z.string().nullable(),
  /** What Beads had as its own states before; null where nothing was set there. */
  beads: z.object({ before: z.string() }).nullable(),
  /** The repository's directory of refs and objects; null in what release 0.1 wrote. */
  common: z.string().nullable().default(null),
});
export type InitRecord = z.infer<typeof DoneInit>;

const NOTHING: InitRecord = { files: [], registered: null, beads: null, common: null };

/** What was done here so far; nothing, before the first init. */
export async function readInitRecord(
  directory: string,
  place: Workplace,
): Promise<InitRecord | null> {
  return await readPrivate(initFile(directory, place), DoneInit);
}

/** A second init adds to the first: what was there before the first is what comes back. */
export async function addToInitRecord(
  directory: string,
  place: Workplace,
  more: Partial<InitRecord>,
): Promise<InitRecord> {
  const known = (await readInitRecord(directory, place)) ?? NOTHING;
  const fresh = new Set(more.files?.map(({ path }) => path));
  const done = {
    files: [...known.files.filter(({ path }) => !fresh.has(path)), ...(more.files ?? [])],
    registered: more.registered ?? known.registered,
    beads: known.beads ?? more.beads ?? null,
    common: place.common,
  };
  await writePrivate(initFile(directory, place), done);
  return done;
}

export async function replaceInitRecord(
  directory: string,
  place: Workplace,
  done: InitRecord | null,
): Promise<void> {
  if (done === null) await rm(initFile(directory, place), { force: true });
  else await writePrivate(initFile(directory, place), done);
}

/** What init did in other repositories that still exist; the files of a user serve all of them. */
export async function readOtherInitRecords(
  directory: string,
  place: Workplace,
): Promise<InitRecord[]> {
  const own = initFile(directory, place);
  const names = await readdir(join(directory, "inits")).catch(() => []);
  const files = names.map((name) => join(directory, "inits", name)).filter((path) => path !== own);
  const read = await Promise.all(files.map((path) => readPrivate(path, DoneInit)));
  return read
    .filter((done) => done !== null)
    .filter(({ common }) => common === null || existsSync(common));
}
