import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivate } from "../../local-engine/files/private-file.ts";
import type { HookFiles } from "../files/hook-files.ts";
import { parseJson, readFields, readNumber, readText } from "../files/json-fields.ts";
import { type SpooledWork, spoolSlot } from "./spool.ts";

/** Work that the engine refused. Its commit keeps it; hooks report it to its author, and `doctor` to a person. */
export type RefusedWork = Pick<SpooledWork, "agent" | "common" | "branch" | "commit" | "title"> & {
  /** Null in notes of release 0.1. */
  root: string | null;
  why: string;
  atMs: number;
};

type Folder = Pick<HookFiles, "refused">;

const KEPT_MS = 14 * 24 * 3_600_000;

/** One per agent, branch and directory: what was refused before is part of it. */
export async function recordRefusedWork(
  folder: Folder,
  work: SpooledWork,
  why: string,
): Promise<void> {
  const { agent, common, root, branch, commit, title } = work;
  const refused: RefusedWork = {
    agent,
    common,
    root,
    branch,
    commit,
    title,
    why,
    atMs: Date.now(),
  };
  await writePrivate(fileOf(folder, work), refused);
}

/** Later work of the same agent, branch and directory was taken. */
export async function removeRefusedWork(folder: Folder, work: SpooledWork): Promise<void> {
  await rm(fileOf(folder, work), { force: true });
}

/** What was refused in one repository lately, oldest first. */
export async function readRefusedWork(folder: Folder, common: string): Promise<RefusedWork[]> {
  const names = await readdir(folder.refused).catch(() => []);
  const all = await Promise.all(names.map((name) => readRefused(join(folder.refused, name))));
  return all
    .flatMap((one) => one ?? [])
    .filter((one) => one.common === common && Date.now() - one.atMs < KEPT_MS)
    .toSorted((a, b) => a.atMs - b.atMs);
}

async function readRefused(path: string): Promise<RefusedWork | null> {
  const fields = readFields(parseJson(await readFile(path, "utf8").catch(() => "")));
  const [agent, common] = [readText(fields.agent), readText(fields.common)];
  const [commit, why] = [readText(fields.commit), readText(fields.why)];
  if (agent === null || common === null || commit === null || why === null) return null;
  const title = readText(fields.title) ?? "";
  const atMs = readNumber(fields.atMs) ?? 0;
  const [root, branch] = [readText(fields.root), readText(fields.branch)];
  return { agent, common, root, branch, commit, title, why, atMs };
}

function fileOf({ refused }: Folder, work: SpooledWork): string {
  return join(refused, `${spoolSlot(work)}.json`);
}
