import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Mirror } from "@countersign/engine";
import { createGitMirror } from "../create-git-mirror.ts";
import { findGit } from "../program/git-settings.ts";
import { standInGit } from "./stand-in.ts";

/** A mirror whose git processes are listed. */
export type RecordedMirror = {
  mirror: Mirror;
  /** Returns the commands of the processes started since the last call. */
  started(): string[];
};

export function openRecorded(dataDirectory: string): RecordedMirror {
  const { folder, settings } = standInGit(
    `echo "$*" >> "\${0%/*}/calls"; exec ${findGit(undefined)} "$@"`,
  );
  const calls = join(folder, "calls");
  return {
    mirror: createGitMirror({ dataDirectory, git: settings.binary }),
    started: () => {
      const lines = readCalls(calls);
      rmSync(calls, { force: true });
      return lines.map((line) => /--git-dir=\S+ (\S+)/.exec(line)?.[1] ?? "version");
    },
  };
}

function readCalls(file: string): string[] {
  try {
    return readFileSync(file, "utf8").trimEnd().split("\n");
  } catch {
    return [];
  }
}
