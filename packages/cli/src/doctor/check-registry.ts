import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommandContext } from "../command/context.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { readEngineSettings } from "../local-engine/settings/engine-settings.ts";
import { type Diagnosis, reportWarning } from "./diagnosis.ts";

const PUBLIC_REGISTRY = "https://registry.npmjs.org/";
const SETTING = /^\s*registry\s*=\s*["']?(https?:\/\/[^\s"']+)["']?\s*$/gm;

/**
 * Whether preparations use the npm registry that the person's own configuration names.
 *
 * It is proposed and never taken over: an agent of the same account can write that configuration.
 */
export async function checkRegistry({ env }: Pick<CommandContext, "env">): Promise<Diagnosis[]> {
  const { settings: file } = localFiles(env);
  const registry = env.HOME === undefined ? null : await readRegistry(join(env.HOME, ".npmrc"));
  const settings = await readEngineSettings(file).catch(() => null);
  if (registry === null || settings === null) return [];
  const used = settings.npmRegistry ?? PUBLIC_REGISTRY;
  if (registry === URL.parse(used)?.href) return [];
  const says = `your npm uses ${registry}, but dependencies for checks are installed from ${used}`;
  return [reportWarning("npm registry", says, `Add "npmRegistry": "${registry}" to ${file}`)];
}

/** The registry in the person's npm configuration; null for none, or one with a password in it. */
async function readRegistry(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch(() => "");
  const url = URL.parse([...text.matchAll(SETTING)].at(-1)?.[1] ?? "");
  return url === null || url.username !== "" || url.password !== "" ? null : url.href;
}
