import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Environment } from "../../runtime/environment.ts";
import { createFileAddition, type FileAddition } from "../edits/file-addition.ts";

/** The folders in which agents keep the settings of one user. */
export type UserFolders = {
  home: string;
  claude: string;
  /** The file in which Claude Code keeps its state and the user's servers of tools. */
  claudeState: string;
  codex: string;
  gemini: string;
  opencode: string;
  copilot: string;
  cursor: string;
  amp: string;
};

/** Null where the user has no home. Agents can be told to keep their things elsewhere. */
export function userFolders(env: Environment): UserFolders | null {
  const home = env.HOME;
  if (home === undefined || !isAbsolute(home)) return null;
  const own = (named: string | undefined, usual: string) =>
    named === undefined || named === "" ? join(home, usual) : resolve(home, named);
  const claude = own(env.CLAUDE_CONFIG_DIR, ".claude");
  return {
    home,
    claude,
    claudeState: join(claude === join(home, ".claude") ? home : claude, ".claude.json"),
    codex: own(env.CODEX_HOME, ".codex"),
    gemini: join(home, ".gemini"),
    opencode: join(own(env.XDG_CONFIG_HOME, ".config"), "opencode"),
    copilot: own(env.COPILOT_HOME, ".copilot"),
    cursor: join(home, ".cursor"),
    amp: join(own(env.XDG_CONFIG_HOME, ".config"), "amp"),
  };
}

/** A path as people write it: below their home with a tilde. */
export function shownPath(path: string, home: string): string {
  const below = relative(home, path);
  return below.startsWith("..") || isAbsolute(below) ? path : `~/${below}`;
}

/**
 * What init wants to add to a file of the user. A link is followed here: people keep their settings elsewhere and
 * link to them, and no agent's repository can place a link in the user's home.
 */
export async function createUserFileAddition(
  path: string,
  home: string,
  more: Parameters<typeof createFileAddition>[2],
): Promise<FileAddition> {
  const real = await realpath(path).catch(() => null);
  const shown = shownPath(path, home);
  const name = createFileAddition({ folder: "", prefix: "" }, shown, more);
  if (real !== null) return { ...name, path: real, within: dirname(real), shown };
  const around = await existingAround(path);
  const within = await realpath(around);
  return { ...name, path: join(within, relative(around, path)), within, shown };
}

async function existingAround(path: string): Promise<string> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stats = await lstat(folder).catch(() => null);
    if (stats !== null || folder === dirname(folder)) return folder;
  }
}
