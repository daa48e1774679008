import { accessSync, constants } from "node:fs";
import { dirname, isAbsolute } from "node:path";

/** What every git process of ours gets. `home` is an empty directory of ours. */
export type GitSettings = { binary: string; home: string; timeoutMs: number };

const USUAL_PLACES = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"];

/**
 * Laid over every call, after whatever a configuration says.
 *
 * No configuration but the mirror's own is ever read; this is the second lock on the same doors.
 */
const FIXED_CONFIG: readonly string[] = [
  "protocol.allow=never",
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.commitGraph=false",
  "core.multiPackIndex=false",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.alternateRefsCommand=false",
  "core.sshCommand=false",
  "core.gitProxy=false",
  "core.askPass=false",
  "core.editor=false",
  "core.pager=cat",
  "core.autocrlf=false",
  "core.safecrlf=false",
  "core.ignoreCase=false",
  "core.precomposeUnicode=false",
  "core.quotePath=true",
  "core.bigFileThreshold=4m",
  "core.packedGitWindowSize=32m",
  "core.packedGitLimit=256m",
  "core.logAllRefUpdates=false",
  "core.filesRefLockTimeout=5000",
  "core.packedRefsTimeout=20000",
  "credential.helper=",
  "gpg.program=false",
  "commit.gpgSign=false",
  "log.showSignature=false",
  "diff.external=",
  "diff.algorithm=myers",
  "diff.context=3",
  "diff.interHunkContext=0",
  "diff.noprefix=false",
  "diff.mnemonicPrefix=false",
  "diff.suppressBlankEmpty=false",
  "diff.ignoreSubmodules=none",
  "diff.renameLimit=1000",
  "merge.renames=true",
  "merge.directoryRenames=conflict",
  "i18n.logOutputEncoding=UTF-8",
  "submodule.recurse=false",
  "transfer.fsckObjects=true",
  "uploadpack.packObjectsHook=",
  "safe.bareRepository=explicit",
  "gc.auto=0",
  "maintenance.auto=false",
];

export const FIXED_ARGUMENTS: readonly string[] = [
  "--no-pager",
  "--no-replace-objects",
  "--literal-pathspecs",
  ...FIXED_CONFIG.flatMap((setting) => ["-c", setting]),
];

/** `git merge` uses the histogram algorithm by default; the shown diffs do not. */
const COMMAND_CONFIG: Readonly<Record<string, readonly string[]>> = {
  "merge-tree": ["-c", "diff.algorithm=histogram"],
};

/** What is laid over one command. */
export function commandArguments(command: string): readonly string[] {
  return [...FIXED_ARGUMENTS, ...(COMMAND_CONFIG[command] ?? [])];
}

/** Commands that look at whole histories; the others see two trees at most. */
const LOOKS_FAR: ReadonlySet<string> = new Set([
  "pack-objects",
  "index-pack",
  "rev-list",
  "repack",
  "prune",
]);

const FAR_KIB = 4 * 1024 * 1024;
const NEAR_KIB = 1024 * 1024;

/** Sets the limit and becomes git; where the system knows no such limit, it becomes git all the same. */
const LIMITED = 'ulimit -v "$0" 2>/dev/null; exec "$@"';

/**
 * The program and the arguments with which a command is started, within a limit of memory.
 *
 * A few hundred bytes of trees can unfold into millions of paths, which git would hold in memory.
 */
export function limitMemory(
  binary: string,
  command: string,
  args: readonly string[],
): { program: string; args: string[] } {
  const kib = LOOKS_FAR.has(command) ? FAR_KIB : NEAR_KIB;
  return { program: "/bin/sh", args: ["-c", LIMITED, String(kib), binary, ...args] };
}

/** Nothing of our own environment is handed on. */
export function fixedEnvironment({ binary, home }: GitSettings): Record<string, string> {
  return {
    PATH: dirname(binary),
    HOME: home,
    XDG_CONFIG_HOME: home,
    LC_ALL: "C",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_CEILING_DIRECTORIES: "/",
  };
}

/** Git in one of its usual places; the search path of our own environment is not asked. */
export function findGit(binary: string | undefined): string {
  const found = (binary === undefined ? USUAL_PLACES : [binary]).find(isExecutable);
  if (found === undefined) throw new Error("Git was not found; name its absolute path");
  return found;
}

function isExecutable(path: string): boolean {
  if (!isAbsolute(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
