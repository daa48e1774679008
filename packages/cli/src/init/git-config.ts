import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../context.ts";

const SECTION = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/;
const MACHINE = "/etc/gitconfig";
const KEY = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*)$/;

/**
 * The folder of hooks that a repository's own settings or the person's name; null when nothing does.
 *
 * The files are read instead of asking git, which would run what some settings name.
 */
export async function hooksPathSetting(
  common: string,
  env: Environment,
): Promise<{ value: string; from: "repository" | "account" } | null> {
  const own = await settingIn(join(common, "config"));
  if (own !== null) return { value: own, from: "repository" };
  for (const file of accountFiles(env)) {
    const value = await settingIn(file);
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

async function settingIn(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch(() => "");
  return readHooksPath(text);
}

/** The last `core.hooksPath` of a file of git's settings; files that it includes are not read. */
export function readHooksPath(text: string): string | null {
  let isCore = false;
  let found: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const section = SECTION.exec(line);
    if (section !== null) isCore = section[1]?.toLowerCase() === "core" && section[2] === undefined;
    const [, key = "", value = ""] = KEY.exec(section?.[3] ?? line) ?? [];
    if (isCore && key.toLowerCase() === "hookspath") found = plainValue(value);
  }
  return found;
}

function plainValue(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replaceAll(/\\(.)/g, "$1");
  return text.replace(/\s*[#;].*$/, "").trimEnd();
}
