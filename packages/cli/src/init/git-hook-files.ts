import { stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Environment } from "../context.ts";
import type { Workplace } from "../workplace/find-workplace.ts";
import { type Addition, addition, type Base } from "./addition.ts";
import type { Block } from "./edit.ts";
import { hooksPathSetting } from "./git-config.ts";
import { type Pinned, shellCommand, shellWord } from "./pinned.ts";

type Folder = { base: Base; name: string; isHusky: boolean } | { left: string };

/** Git's hooks: a line to whoever commits, and the gate before a push. A hook that is there runs after ours. */
export async function gitHookFiles(
  place: Workplace,
  { pinned, env }: { pinned: Pinned; env: Environment },
): Promise<Addition[] | { left: string }> {
  const found = await hooksFolder(place, env);
  if ("left" in found) return found;
  const { base, name, isHusky } = found;
  const hook = (event: string, says: string, lines: string[]) =>
    addition(base, join(name, event), {
      says,
      edit: { kind: "block", block: blockOf(lines) },
      executable: !isHusky, // which runs what lies there by itself
    });
  return [
    hook("post-commit", "tells whoever commits which task it is", postCommit(pinned)),
    hook("pre-push", "the gate, at most 10 s; git push --no-verify goes past it", prePush(pinned)),
  ];
}

/** Where this repository's hooks lie; husky keeps those that people write beside its own. */
async function hooksFolder({ common, root }: Workplace, env: Environment): Promise<Folder> {
  const setting = await hooksPathSetting(common, env);
  if (setting === null) return { base: shownIn(common, root), name: "hooks", isHusky: false };
  if (setting.from === "account")
    return { left: "your account's core.hooksPath is for every repository" };
  const path = resolve(root, setting.value);
  const isOutside = relative(root, path).startsWith("..") || isAbsolute(relative(root, path));
  if (setting.value.startsWith("~") || isOutside) {
    return { left: `core.hooksPath lies outside: ${setting.value}` };
  }
  const isHusky =
    basename(path) === "_" && (await stat(join(path, "h")).catch(() => null)) !== null;
  const name = relative(root, isHusky ? dirname(path) : path);
  return name === ""
    ? { left: "core.hooksPath is the repository itself" }
    : { base: { folder: root, prefix: "" }, name, isHusky };
}

function shownIn(common: string, root: string): Base {
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

function postCommit(pinned: Pinned): string[] {
  const call = shellCommand(pinned, ["task", "committed"]);
  return [`[ ! -f ${shellWord(pinned.program)} ] || ${call} </dev/null || :`];
}

/** Git says on stdin what is pushed; a hook that was there before gets to read it too. */
function prePush(pinned: Pinned): string[] {
  const call = shellCommand(pinned, ["gate", "pushed", "--within", "10s"]);
  return [
    "countersign_pushed=$(cat)",
    `if [ -f ${shellWord(pinned.program)} ]; then`,
    `  printf '%s\\n' "$countersign_pushed" | ${call} || exit 1`,
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
