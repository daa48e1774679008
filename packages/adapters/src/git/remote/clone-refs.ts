import { CountersignError } from "@countersign/core";
import { objectId } from "../paths/names.ts";
import type { GitSettings } from "../program/git-settings.ts";
import { runGit } from "../program/run-git.ts";

/** Full names of refs with their commits. */
export type RefValues = ReadonlyMap<string, string>;

/** Reads all refs of a repository of ours. */
export async function readRefValues(settings: GitSettings, gitDir: string): Promise<RefValues> {
  const args = ["for-each-ref", "--format=%(objectname) %(refname)"] as const;
  const { output } = await runGit(settings, { gitDir, args });
  const lines = output.toString("utf8").split("\n").filter(Boolean);
  return new Map(lines.map((line) => [line.slice(line.indexOf(" ") + 1), idOf(line)]));
}

function idOf(line: string): string {
  return objectId(line.slice(0, line.indexOf(" ")));
}

/**
 * Sets refs of the clone to their fetched values. Returns false if another fetch changed one of them since
 * `before` was read.
 */
export async function updateRefs(
  settings: GitSettings,
  gitDir: string,
  { before, fetched }: { before: RefValues; fetched: RefValues },
): Promise<boolean> {
  const changed = [...fetched].filter(([ref, commit]) => before.get(ref) !== commit);
  const gone = [...before].filter(([ref]) => changed.some(([other]) => excludes(ref, other)));
  const absent = "0".repeat(40);
  if (!(await removeRefs(settings, gitDir, new Map(gone)))) return false;
  const updates = changed.map(
    ([ref, commit]) => `update ${ref} ${commit} ${before.get(ref) ?? absent}`,
  );
  return await changeRefs(settings, gitDir, updates);
}

/** Removes refs of the clone. Returns false, and removes none, if one of them has another value. */
export async function removeRefs(
  settings: GitSettings,
  gitDir: string,
  refs: RefValues,
): Promise<boolean> {
  const commands = [...refs].map(([ref, commit]) => `delete ${ref} ${commit}`);
  return await changeRefs(settings, gitDir, commands);
}

async function changeRefs(
  settings: GitSettings,
  gitDir: string,
  commands: readonly string[],
): Promise<boolean> {
  if (commands.length === 0) return true;
  const input = ["start", ...commands, "commit", ""].join("\n");
  return await runGit(settings, { gitDir, args: ["update-ref", "--stdin"], input }).then(
    () => true,
    (error: unknown) => {
      if (isConflict(error)) return false;
      throw error;
    },
  );
}

/** Returns true if no repository can have both refs: one would be a folder of the other. */
function excludes(ref: string, other: string): boolean {
  return ref.startsWith(`${other}/`) || other.startsWith(`${ref}/`);
}

const CONFLICT =
  /cannot lock ref|but expected|reference already exists|unable to resolve reference/;

function isConflict(error: unknown): boolean {
  return error instanceof CountersignError && CONFLICT.test(String(error.cause));
}
