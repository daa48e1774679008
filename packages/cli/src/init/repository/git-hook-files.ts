import { join, relative, resolve } from "node:path";
import { LAUNCH_FAILED_EXIT_CODE } from "../../launcher/launcher-script.ts";
import { quoteShellCommand, quoteShellWord } from "../../launcher/quote-shell.ts";
import type { Environment } from "../../runtime/environment.ts";
import type { Workplace } from "../../workplace/find-workplace.ts";
import type { Block } from "../edits/edit.ts";
import {
  type AdditionFolder,
  createFileAddition,
  type FileAddition,
} from "../edits/file-addition.ts";
import { readHooksPath } from "./git-config.ts";

/** Git's hooks: a notice after a commit, and the gate before a push. An existing hook runs after ours. */
export async function gitHookFiles(
  place: Workplace,
  { launcher, env }: { launcher: string; env: Environment },
): Promise<FileAddition[] | { left: string }> {
  const found = await hooksFolder(place, env);
  if ("left" in found) return found;
  const hook = (event: string, says: string, lines: string[]) =>
    createFileAddition(found, join("hooks", event), {
      says,
      edit: { kind: "block", block: blockOf(lines) },
      executable: true,
    });
  return [
    hook("post-commit", "names the task of a commit", postCommit(launcher)),
    hook("pre-push", "the gate, at most 10 s; git push --no-verify skips it", prePush(launcher)),
  ];
}

/** Git's own folder of hooks. One that the repository brings is committed, and our path is of this machine. */
async function hooksFolder(
  { common, root }: Workplace,
  env: Environment,
): Promise<AdditionFolder | { left: string }> {
  const setting = await readHooksPath(common, env);
  if (setting === null || resolve(root, setting.value) === join(common, "hooks"))
    return shownIn(common, root);
  if (setting.from === "account")
    return { left: "your account's core.hooksPath is for every repository" };
  return { left: `core.hooksPath is ${setting.value}; call countersign gate there yourself` };
}

function shownIn(common: string, root: string): AdditionFolder {
  const path = relative(root, common);
  return { folder: common, prefix: path.startsWith("..") ? `${common}/` : `${path}/` };
}

function blockOf(lines: string[]): Block {
  return {
    begin: "# countersign: begin",
    end: "# countersign: end",
    lines,
    place: "top",
    first: "#!/bin/sh",
  };
}

function postCommit(launcher: string): string[] {
  const call = quoteShellCommand([launcher, "task", "committed"]);
  return [`[ ! -f ${quoteShellWord(launcher)} ] || ${call} </dev/null || :`];
}

/** Git says on stdin what is pushed; a hook that was there before gets to read it too. */
function prePush(launcher: string): string[] {
  const call = quoteShellCommand([launcher, "gate", "pushed", "--within", "10s"]);
  return [
    "countersign_pushed=$(cat)",
    `if [ -f ${quoteShellWord(launcher)} ]; then`,
    `  printf '%s\\n' "$countersign_pushed" | ${call} || [ $? -eq ${LAUNCH_FAILED_EXIT_CODE} ] || exit 1`,
    "else",
    "  echo 'countersign is no longer here, so nothing was judged' >&2",
    "fi",
    'if [ -n "$countersign_pushed" ]; then',
    "  exec <<COUNTERSIGN_PUSHED",
    "$countersign_pushed",
    "COUNTERSIGN_PUSHED",
    "else",
    "  exec </dev/null",
    "fi",
  ];
}
