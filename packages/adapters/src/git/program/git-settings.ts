import { accessSync, constants } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import type { Spawner } from "./spawner.ts";

/** Settings of every git process. `home` is an empty directory of the engine. */
export type GitSettings = {
  binary: string;
  home: string;
  timeoutMs: number;
  /** Starts the commands that run to their end. Default: our process starts them. */
  spawner?: Spawner | undefined;
};

const USUAL_PLACES = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"];

/**
 * Options that override any configuration.
 *
 * Git reads only the mirror's own configuration; these options are a second protection.
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

/** Returns the options of one command. */
export function commandArguments(command: string): readonly string[] {
  return [...FIXED_ARGUMENTS, ...(COMMAND_CONFIG[command] ?? [])];
}

/** Commands that read whole histories; the others read two trees at most. */
const LOOKS_FAR: ReadonlySet<string> = new Set([
  "pack-objects",
  "index-pack",
  "rev-list",
  "repack",
  "prune",
  "fetch",
  "push",
]);

const FAR_KIB = 4 * 1024 * 1024;
const NEAR_KIB = 1024 * 1024;

/** Sets the memory limit, if the system supports it, and executes git. */
const LIMITED = 'ulimit -v "$0" 2>/dev/null; exec "$@"';

/**
 * Returns the program and arguments that start a command with a memory limit.
 *
 * A few hundred bytes of trees can expand to millions of paths in git's memory.
 */
export function limitMemory(
  binary: string,
  command: string,
  args: readonly string[],
): { program: string; args: string[] } {
  return {
    program: "/bin/sh",
    args: ["-c", LIMITED, String(memoryKib(command)), binary, ...args],
  };
}

function memoryKib(command: string): number {
  return LOOKS_FAR.has(command) ? FAR_KIB : NEAR_KIB;
}

/** Units of `ulimit -f`. */
const BLOCK_BYTES = 512;

/**
 * Limits the size of files, too (git reports a larger one as an error), and starts a guard that kills the process group when our input ends: no
 * process of a command that uses the network outlives the command or our process.
 */
const GUARDED = [
  "exec 4<&0 </dev/null",
  "{ read -r _ <&4; kill -9 0; } >/dev/null 2>&1 3<&- &",
  'exec 4<&-; trap "" XFSZ; ulimit -c 0; ulimit -f "$1" || exit 125; shift',
  LIMITED,
].join("\n");

/** Returns the program and arguments that start a command that uses the network, with its limits. */
export function limitNetworkCommand(
  binary: string,
  { command, maxFileBytes }: { command: string; maxFileBytes: number },
  args: readonly string[],
): { program: string; args: string[] } {
  const limits = [memoryKib(command), Math.ceil(maxFileBytes / BLOCK_BYTES)].map(String);
  return { program: "/bin/sh", args: ["-c", GUARDED, ...limits, binary, ...args] };
}

/** Returns the environment of git, without any variable of our own. */
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

/** Finds git in its usual places. Ignores the search path of our environment. */
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
