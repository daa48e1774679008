/**
 * A path inside a tree, one character for each byte.
 *
 * Git's paths are bytes; as such a text they can be keys of a map and lose nothing.
 */
export type BytePath = string;

const MAX_NAME = 255;
export const MAX_PATH = 4_000;

/** Characters that the file system of macOS does not see in a name. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Git's own directory, also as Windows would spell it: short, with an ending, with a stream. */
const GIT_DIRECTORY = /^(?:\.git|git~[0-9]+)[. ]*(?::.*)?$/is;

export function pathBytes(path: BytePath): Buffer {
  return Buffer.from(path, "latin1");
}

/** The path as people read it. */
export function displayPath(path: BytePath): string {
  return pathBytes(path).toString("utf8");
}

/** The folder of a path; empty for the top. */
export function parentFolder(path: BytePath): BytePath {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function pathBaseName(path: BytePath): BytePath {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folders that lead to a path, outermost first. */
export function foldersAbove(path: BytePath): BytePath[] {
  const folders: BytePath[] = [];
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}

/** Whether a path stays below its root and names no git directory, on any file system. */
export function isSafePath(path: BytePath): boolean {
  return path.length <= MAX_PATH && !path.includes("\0") && path.split("/").every(isSafeName);
}

function isSafeName(name: BytePath): boolean {
  if (name === "" || name === "." || name === ".." || name.length > MAX_NAME) return false;
  const seen = displayPath(name).replaceAll(UNSEEN, "");
  return !seen.split("\\").some((part) => GIT_DIRECTORY.test(part) || part === "..");
}
