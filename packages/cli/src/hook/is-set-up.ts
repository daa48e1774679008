import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { initFile } from "../local-engine/files/init-file.ts";

/**
 * Whether a directory lies in a repository that init has set up, or in a worktree of one. Agents' hosts call
 * hooks in every project, so this reads a few small files and loads nothing else. It may accept what a closer
 * look refuses, never the other way round.
 */
export function isSetUp(directory: string, data: string): boolean {
  if (!existsSync(join(data, "inits"))) return false;
  const common = commonDirectory(directory);
  return common !== null && existsSync(initFile(data, { common }));
}

/** The directory with the refs and objects of the repository around a path; null outside of repositories. */
function commonDirectory(directory: string): string | null {
  try {
    for (let path = directory; ; path = dirname(path)) {
      const found = commonAt(path);
      if (found !== null) return realpathSync(found);
      if (path === dirname(path)) return null;
    }
  } catch {
    return null; // a pointer that leads nowhere
  }
}

function commonAt(path: string): string | null {
  const git = join(path, ".git");
  const stats = lstatSync(git, { throwIfNoEntry: false });
  if (stats?.isFile() === true) return linkedCommon(git);
  if (stats !== undefined) return git;
  const isBare = existsSync(join(path, "objects")) && existsSync(join(path, "HEAD"));
  return isBare ? path : null;
}

/** The file `.git` of a worktree names the worktree's directory, whose `commondir` names the shared one. */
function linkedCommon(file: string): string {
  const target = readFileSync(file, "utf8")
    .trimEnd()
    .replace(/^gitdir: /, "");
  const gitDir = realpathSync(resolve(realpathSync(dirname(file)), target));
  const pointer = join(gitDir, "commondir");
  return existsSync(pointer) ? resolve(gitDir, readFileSync(pointer, "utf8").trimEnd()) : gitDir;
}
