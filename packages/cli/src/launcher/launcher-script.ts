import { join } from "node:path";
import { quoteShellWord } from "./quote-shell.ts";

/** The Node and the program that a launcher starts. */
export type LauncherTarget = { node: string; program: string };

/** The exit code of a launcher that found no program. Hooks of git let it pass. */
export const LAUNCH_FAILED_EXIT_CODE = 127;

/** Where a launcher that finds no program notes the repositories in which it has said so. */
export function hintsFolder(data: string): string {
  return join(data, "hinted");
}

/** Where package managers link programs, for callers with a short PATH, such as apps started from the Dock. */
const USUAL_FOLDERS = "/opt/homebrew/bin:/usr/local/bin:/usr/bin";

const HINT =
  "countersign cannot run: its Node or its program is gone. Work is not submitted and pushes are not checked " +
  "until countersign is installed again and you run: countersign init";

/**
 * The launcher's script. Where the recorded Node or program is gone, it looks on PATH, in absolute folders only. Where
 * that fails too, it disturbs no agent, commit or push, and says so once per repository that was set up.
 */
export function launcherScript(data: string, { node, program }: LauncherTarget): string {
  const [nodeWord, programWord] = [quoteShellWord(node), quoteShellWord(program)];
  return `#!/bin/sh
# Written by countersign init, for agents' hooks and tools and for git's hooks.
[ -x ${nodeWord} ] && [ -f ${programWord} ] && exec ${nodeWord} ${programWord} "$@"

runs() {
  [ -x "$1" ] && "$@" --version </dev/null >/dev/null 2>&1
}
look() {
  set -f
  IFS=:
  for folder in $PATH:${USUAL_FOLDERS}; do
    case $folder in /*) ;; *) continue ;; esac
    [ -f ${programWord} ] && runs "$folder/node" ${programWord} && found=$folder/node && return
    [ ! "$folder/countersign" -ef "$0" ] && runs "$folder/countersign" && found=$folder/countersign && return
  done
  return 1
}
look && unset IFS && set +f && case $found in
  */node) exec "$found" ${programWord} "$@" ;;
  *) exec "$found" "$@" ;;
esac
unset IFS

hint='${HINT}'
# Succeeds once in each repository that was set up; then it ends with 1, and with 2 in any other folder.
first_time() {
  common=$(git rev-parse --git-common-dir 2>/dev/null) && common=$(cd "$common" && pwd -P) || return 2
  key=$(printf %s "$common" | { sha256sum 2>/dev/null || shasum -a 256; } | cut -c1-32)
  [ -f ${quoteShellWord(join(data, "inits"))}/"$key.json" ] || return 2
  mkdir -p ${quoteShellWord(hintsFolder(data))} && mkdir ${quoteShellWord(hintsFolder(data))}/"$key" 2>/dev/null || return 1
}
case "$1 $2 $3" in
  "hook opencode session-created" | "hook opencode chat-message")
    first_time && printf '{"hookSpecificOutput":{"additionalContext":"%s"}}\n' "$hint" ;;
  "hook opencode "*) ;;
  "hook "*)
    first_time && printf '{"systemMessage":"%s"}\n' "$hint" ;;
  "task committed "*)
    first_time && echo "$hint" >&2 ;;
  "gate pushed "*)
    first_time
    [ $? -eq 1 ] || echo "$hint" >&2
    exit ${LAUNCH_FAILED_EXIT_CODE} ;;
  *)
    echo "$hint" >&2
    exit ${LAUNCH_FAILED_EXIT_CODE} ;;
esac
exit 0
`;
}
