import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writePrivate } from "../../local-engine/files/private-file.ts";
import { type HookFiles, nameFor } from "../files/hook-files.ts";
import { fieldsOf, numberIn, parseJson, textIn } from "../files/json-fields.ts";

/** The last time that a hook of an agent was called in a working directory. */
export type HeardHook = { agent: string; common: string; root: string; atMs: number };

type Folder = Pick<HookFiles, "heard">;

export async function noteHeard({ heard }: Folder, hook: HeardHook): Promise<void> {
  await writePrivate(join(heard, `${nameFor(hook.agent, hook.root)}.json`), hook);
}

/** What was heard in one repository, the last first. */
export async function heardIn(folder: Folder, common: string): Promise<HeardHook[]> {
  return (await heardEverywhere(folder)).filter((hook) => hook.common === common);
}

/** What was heard in all repositories, the last first. */
export async function heardEverywhere({ heard }: Folder): Promise<HeardHook[]> {
  const names = await readdir(heard).catch(() => []);
  const all = await Promise.all(names.map((name) => readHeard(join(heard, name))));
  return all.flatMap((hook) => hook ?? []).toSorted((a, b) => b.atMs - a.atMs);
}

async function readHeard(path: string): Promise<HeardHook | null> {
  const fields = fieldsOf(parseJson(await readFile(path, "utf8").catch(() => "")));
  const [agent, common, root] = [textIn(fields.agent), textIn(fields.common), textIn(fields.root)];
  const atMs = numberIn(fields.atMs);
  if (agent === null || common === null || root === null || atMs === null) return null;
  return { agent, common, root, atMs };
}
