import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../runtime/environment.ts";

const SECTION = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/;
const MACHINE = "/etc/gitconfig";
const KEY = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*)$/;

/**
 * The folder of hooks that a repository's own settings or the person's name; null when nothing does.
 *
 * The files are read instead of asking git, which would run what some settings name.
 */
export async function readHooksPath(
  common: string,
  env: Environment,
): Promise<{ value: string; from: "repository" | "account" } | null> {
  return await findSetting(common, env, { section: "core", key: "hookspath" });
}

/** The address that the person's commits carry; null when git would ask for one. */
export async function readEmail(common: string, env: Environment): Promise<string | null> {
  const found = await findSetting(common, env, { section: "user", key: "email" });
  return found === null || found.value === "" ? null : found.value;
}

/** A setting of git by its lower-case name. */
type SettingName = { section: string; key: string };

async function findSetting(
  common: string,
  env: Environment,
  name: SettingName,
): Promise<{ value: string; from: "repository" | "account" } | null> {
  const own = await settingIn(join(common, "config"), name);
  if (own !== null) return { value: own, from: "repository" };
  for (const file of accountFiles(env)) {
    const value = await settingIn(file, name);
    if (value !== null) return { value, from: "account" };
  }
  return null;
}

function accountFiles({ GIT_CONFIG_GLOBAL: named, XDG_CONFIG_HOME, HOME }: Environment): string[] {
  if (named !== undefined) return [named, MACHINE];
  const home = HOME ?? homedir();
  const config = XDG_CONFIG_HOME ?? join(home, ".config");
  return [join(home, ".gitconfig"), join(config, "git", "config"), MACHINE];
}

async function settingIn(file: string, name: SettingName): Promise<string | null> {
  const text = await readFile(file, "utf8").catch(() => "");
  return readSetting(text, name);
}

/** The last value of a setting in a file of git's; files that it includes are not read. */
export function readSetting(text: string, { section: wanted, key: name }: SettingName) {
  let isWanted = false;
  let found: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const section = SECTION.exec(line);
    if (section !== null)
      isWanted = section[1]?.toLowerCase() === wanted && section[2] === undefined;
    const [, key = "", value = ""] = KEY.exec(section?.[3] ?? line) ?? [];
    if (isWanted && key.toLowerCase() === name) found = plainValue(value);
  }
  return found;
}

function plainValue(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replaceAll(/\\(.)/g, "$1");
  return text.replace(/\s*[#;].*$/, "").trimEnd();
}
