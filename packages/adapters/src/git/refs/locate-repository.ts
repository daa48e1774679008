import { dirname, isAbsolute, join, resolve } from "node:path";
import { CountersignError } from "@countersign/core";
import { inspectPath, listFolder, realPath } from "../paths/inspect-path.ts";
import { readSmallFile } from "../paths/read-small-file.ts";

/**
 * The directories of a repository. They are found by reading files only, without git or its
 * settings.
 */
export type LocatedRepository = {
  /** The directory with all links resolved. */
  root: string;
  /** Holds HEAD: the worktree's own directory, or the same as `common`. */
  gitDir: string;
  /** Holds refs and objects. */
  common: string;
};

const MAX_POINTER = 4_096;

/** Finds the git directory of a repository that its owner registered. */
export async function locateRepository(path: string): Promise<LocatedRepository> {
  const located = await locateDirectory(path);
  await requireOwnObjects(located.common);
  return located;
}

/** Finds a worktree. Refuses one of another repository. */
export async function locateWorktree(
  repository: string,
  worktree: string,
): Promise<LocatedRepository> {
  const owner = await locateRepository(repository);
  const located = await locateDirectory(worktree);
  if (located.common !== owner.common) {
    throw refuse("The worktree belongs to another repository");
  }
  return located;
}

/** Finds the git directory of a working directory, wherever its objects are. */
export async function locateDirectory(path: string): Promise<LocatedRepository> {
  if (!isAbsolute(path) || /\p{Cc}/u.test(path)) throw refuse("A repository needs a plain path");
  const root = realPath(path);
  if (root === null) throw new CountersignError("not_found", "There is no such directory");

  const kind = kindOf(join(root, ".git"));
  if (kind === "directory") return await mainDirectory(root, join(root, ".git"));
  if (kind === "file") return await linkedDirectory(root);
  if (kind === "absent" && kindOf(join(root, "objects")) === "directory") {
    return await mainDirectory(root, root);
  }
  throw refuse("That directory is not a repository");
}

/** Refuses a main directory that claims the refs and objects of another one. */
async function mainDirectory(root: string, gitDir: string): Promise<LocatedRepository> {
  if (kindOf(join(gitDir, "commondir")) !== "absent") {
    throw refuse("The repository points to another one");
  }
  return { root, gitDir, common: gitDir };
}

/** Finds the directory that a worktree's `.git` file names. It must name the worktree in turn. */
async function linkedDirectory(root: string): Promise<LocatedRepository> {
  const gitDir = await pointer(join(root, ".git"), "gitdir: ", root);
  if (kindOf(join(gitDir, "commondir")) === "absent") {
    return { root, gitDir, common: gitDir };
  }

  const common = await pointer(join(gitDir, "commondir"), "", gitDir);
  if (dirname(gitDir) !== join(common, "worktrees")) {
    throw refuse("The worktree is not kept by its repository");
  }
  const back = await readSmallFile(join(gitDir, "gitdir"), MAX_POINTER);
  const backRoot = realPath(dirname(resolve(gitDir, (back ?? "").trimEnd())));
  if (backRoot !== root) throw refuse("The worktree is registered for another directory");
  return { root, gitDir, common };
}

async function pointer(file: string, prefix: string, from: string): Promise<string> {
  const text = (await readSmallFile(file, MAX_POINTER))?.trimEnd() ?? "";
  const target = text.startsWith(prefix) ? text.slice(prefix.length) : "";
  const real = target === "" ? null : realPath(resolve(from, target));
  if (real === null) throw refuse("The worktree's pointer leads nowhere");
  return real;
}

/** Refuses a repository with alternates, whose objects could come from anywhere. */
async function requireOwnObjects(common: string): Promise<void> {
  const objects = join(common, "objects");
  if (kindOf(objects) !== "directory" || hasLinks(objects)) {
    throw refuse("The repository's objects are kept elsewhere");
  }
  const alternates = kindOf(join(objects, "info", "alternates"));
  if (alternates !== "absent") {
    throw refuse(
      "The repository borrows objects from another one",
      "Run git repack -a -d and remove objects/info/alternates",
    );
  }
  if (kindOf(join(common, "shallow")) !== "absent") {
    throw refuse("The repository is a shallow clone", "Run git fetch --unshallow");
  }
  if (kindOf(join(common, "reftable")) !== "absent") {
    throw refuse("Repositories with reftables are not supported");
  }
}

/** A folder may change again within a tick of the clock without another time of change. */
const TICK_MS = 2_000;
const MAX_KNOWN = 1_000;

/** Folders without links, with the time of their last change. Every new entry changes it, and no call can set it. */
const withoutLinks = new Map<string, string>();

/** Returns true if an entry of a folder is a link. Does not list a folder again that has not changed. */
function hasLinks(folder: string): boolean {
  const { ino, ctimeMs } = inspectPath(folder) ?? { ino: 0, ctimeMs: Number.POSITIVE_INFINITY };
  const state = `${ino} ${ctimeMs}`;
  if (withoutLinks.get(folder) === state) return false;
  if (listFolder(folder).some((entry) => entry.isSymbolicLink())) return true;
  if (withoutLinks.size >= MAX_KNOWN) withoutLinks.clear();
  if (Date.now() - ctimeMs > TICK_MS) withoutLinks.set(folder, state);
  return false;
}

type Kind = "absent" | "file" | "directory" | "other";

function kindOf(path: string): Kind {
  const stats = inspectPath(path);
  if (stats === null) return "absent";
  if (stats.isDirectory()) return "directory";
  return stats.isFile() ? "file" : "other";
}

function refuse(message: string, hint?: string): CountersignError {
  return new CountersignError("invalid_input", message, { hint });
}
