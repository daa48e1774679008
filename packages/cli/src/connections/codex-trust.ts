import { createHash } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseJson, readFields, readList, readText } from "../hook/files/json-fields.ts";
import { userFolders } from "../init/hosts/user-file.ts";
import type { Environment } from "../runtime/environment.ts";

/** Codex' own names of the events, in the keys under which it notes what its user trusts. */
const EVENTS = {
  SessionStart: "session_start",
  UserPromptSubmit: "user_prompt_submit",
  Stop: "stop",
  SubagentStop: "subagent_stop",
} as const;

const OURS = / hook codex [a-z-]+ user$/;

/**
 * The events whose hooks of ours Codex does not run, because its user has not trusted them yet or trusted another
 * command. Codex says nothing about it in a session without a terminal.
 */
export async function untrustedCodexHooks(env: Environment): Promise<string[]> {
  const folders = userFolders(env);
  if (folders === null) return [];
  const file = join(folders.codex, "hooks.json");
  const hooks = readFields(readFields(parseJson(await textOf(file))).hooks);
  const config = await textOf(join(folders.codex, "config.toml"));
  const paths = [file, await realpath(file).catch(() => file)];
  return Object.entries(EVENTS).flatMap(([event, name]) => {
    const hook = findOurs(readList(hooks[event]));
    if (hook === null) return [];
    const keys = paths.map((path) => `${path}:${name}:${hook.group}:${hook.at}`);
    const trusted = keys.map((key) => trustedHash(config, key));
    return trusted.includes(hashOf(name, hook.entry)) ? [] : [event];
  });
}

/** When the hooks were last written; a hook that was heard later was trusted. */
export async function codexHooksWrittenMs(env: Environment): Promise<number> {
  const folders = userFolders(env);
  if (folders === null) return 0;
  const stats = await stat(join(folders.codex, "hooks.json")).catch(() => null);
  return stats?.mtimeMs ?? 0;
}

type HookPosition = { group: number; at: number; entry: Readonly<Record<string, unknown>> };

function findOurs(groups: readonly unknown[]): HookPosition | null {
  for (const [group, value] of groups.entries()) {
    for (const [at, hook] of readList(readFields(value).hooks).entries()) {
      const entry = readFields(hook);
      if (OURS.test(readText(entry.command) ?? "")) return { group, at, entry };
    }
  }
  return null;
}

/** The digest of a hook as Codex 0.166 makes it. */
function hashOf(event: string, { command, timeout }: HookPosition["entry"]): string {
  const hooks = [{ async: false, command, timeout, type: "command" }];
  const text = JSON.stringify({ event_name: event, hooks });
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

function trustedHash(config: string, key: string): string | null {
  const from = config.indexOf(JSON.stringify(key));
  if (from === -1) return null;
  const table = config.slice(from + key.length).split(/^\s*\[/m)[0] ?? "";
  return /trusted_hash\s*=\s*"([^"]+)"/.exec(table)?.[1] ?? null;
}

async function textOf(path: string): Promise<string> {
  return await readFile(path, "utf8").catch(() => "");
}
