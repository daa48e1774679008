import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import type { Repository, TargetReading } from "@countersign/engine";
import { inspectPath } from "../paths/inspect-path.ts";
import { type LocatedRepository, locateRepository } from "./locate-repository.ts";
import { readPackedRefs } from "./packed-refs.ts";
import { readBranch } from "./read-ref.ts";

/** Reads the commit of a target branch, and whether git shows the same history as its objects. */
export async function readTarget(repository: Repository, branch: string): Promise<TargetReading> {
  try {
    const located = await locateRepository(repository.path);
    const tip = await readBranch(located, branch);
    const detail = await findAlteredHistory(located);
    if (detail !== null) return { is: "unreliable", why: "history_altered", detail };
    const gitDir = located.common;
    return tip === null ? { is: "gone", gitDir } : { is: "at", tip, gitDir };
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    if (error.code !== "invalid_input" && error.code !== "not_found") throw error;
    if (error.code === "not_found")
      return { is: "unreliable", why: "repository_gone", detail: `${repository.path} is gone` };
    const hint = error.hint === undefined ? "" : `. ${error.hint}`;
    return { is: "unreliable", why: "target_unreadable", detail: `${error.message}${hint}` };
  }
}

/**
 * Describes settings that make git show another history than the objects contain; null if there are
 * none.
 *
 * The engine reads objects without them, so a person would see another history in git than the one
 * that is merged.
 */
async function findAlteredHistory({ common }: LocatedRepository): Promise<string | null> {
  if (await hasReplacements(common))
    return "It has replace refs, so git shows other content than its commits hold. List them with git replace, and delete each with git replace -d <object>";
  if (inspectPath(join(common, "info", "grafts")) !== null)
    return "It has a file info/grafts, so git shows other parents than its commits have. Remove .git/info/grafts";
  return null;
}

async function hasReplacements(common: string): Promise<boolean> {
  const packed = await readPackedRefs(common);
  for (const name of packed.keys()) if (name.startsWith("refs/replace/")) return true;
  return looseRefsIn(join(common, "refs", "replace")).some((entry) => !entry.isDirectory());
}

function looseRefsIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (inspectPath(folder) === null) return [];
    throw error;
  }
}
