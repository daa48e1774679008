import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writePrivate } from "../../local-engine/files/private-file.ts";
import { type HookFiles, hashedFileName } from "../files/hook-files.ts";
import { parseJson, readFields, readNumber, readText } from "../files/json-fields.ts";

/** The last time that a hook of an agent was called in a working directory. */
export type HookCall = { agent: string; common: string; root: string; atMs: number };

type Folder = Pick<HookFiles, "heard">;

export async function recordHookCall({ heard }: Folder, hook: HookCall): Promise<void> {
  await writePrivate(join(heard, `${hashedFileName(hook.agent, hook.root)}.json`), hook);
}

/** What was heard in one repository, the last first. */
export async function readHookCalls(folder: Folder, common: string): Promise<HookCall[]> {
  return (await readAllHookCalls(folder)).filter((hook) => hook.common === common);
}

/** What was heard in all repositories, the last first. */
export async function readAllHookCalls({ heard }: Folder): Promise<HookCall[]> {
  const names = await readdir(heard).catch(() => []);
  const all = await Promise.all(names.map((name) => readHeard(join(heard, name))));
  return all.flatMap((hook) => hook ?? []).toSorted((a, b) => b.atMs - a.atMs);
}

async function readHeard(path: string): Promise<HookCall | null> {
  const fields = readFields(parseJson(await readFile(path, "utf8").catch(() => "")));
  const [agent, common, root] = [
    readText(fields.agent),
    readText(fields.common),
    readText(fields.root),
  ];
  const atMs = readNumber(fields.atMs);
  if (agent === null || common === null || root === null || atMs === null) return null;
  return { agent, common, root, atMs };
}
