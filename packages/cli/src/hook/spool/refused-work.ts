import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writePrivate } from "../../local-engine/files/private-file.ts";
import type { HookFiles } from "../files/hook-files.ts";
import { fieldsOf, numberIn, parseJson, textIn } from "../files/json-fields.ts";
import { slotOf, type Waiting } from "./spool.ts";

/** Work that the engine would not take. It lies in its commit; whoever made it and a person must learn of it. */
export type Refused = Pick<Waiting, "agent" | "common" | "branch" | "commit" | "title"> & {
  /** Null in notes of release 0.1. */
  root: string | null;
  why: string;
  atMs: number;
};

type Folder = Pick<HookFiles, "refused">;

const KEPT_MS = 14 * 24 * 3_600_000;

/** One per agent, branch and directory: what was refused before is part of it. */
export async function noteRefused(folder: Folder, work: Waiting, why: string): Promise<void> {
  const { agent, common, root, branch, commit, title } = work;
  const refused: Refused = { agent, common, root, branch, commit, title, why, atMs: Date.now() };
  await writePrivate(fileOf(folder, work), refused);
}

/** Later work of the same agent, branch and directory was taken. */
export async function forgetRefused(folder: Folder, work: Waiting): Promise<void> {
  await rm(fileOf(folder, work), { force: true });
}

/** What was refused in one repository lately, oldest first. */
export async function refusedIn(folder: Folder, common: string): Promise<Refused[]> {
  const names = await readdir(folder.refused).catch(() => []);
  const all = await Promise.all(names.map((name) => readRefused(join(folder.refused, name))));
  return all
    .flatMap((one) => one ?? [])
    .filter((one) => one.common === common && Date.now() - one.atMs < KEPT_MS)
    .toSorted((a, b) => a.atMs - b.atMs);
}

async function readRefused(path: string): Promise<Refused | null> {
  const fields = fieldsOf(parseJson(await readFile(path, "utf8").catch(() => "")));
  const [agent, common] = [textIn(fields.agent), textIn(fields.common)];
  const [commit, why] = [textIn(fields.commit), textIn(fields.why)];
  if (agent === null || common === null || commit === null || why === null) return null;
  const title = textIn(fields.title) ?? "";
  const atMs = numberIn(fields.atMs) ?? 0;
  const [root, branch] = [textIn(fields.root), textIn(fields.branch)];
  return { agent, common, root, branch, commit, title, why, atMs };
}

function fileOf({ refused }: Folder, work: Waiting): string {
  return join(refused, `${slotOf(work)}.json`);
}
