/**
 * A path inside a tree, one character per byte.
 *
 * Git's paths are bytes; this text preserves them and can be the key of a map.
 */
export type BytePath = string;

const MAX_NAME = 255;
export const MAX_PATH = 4_000;

/** Characters that the file system of macOS ignores in names. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Git's own directory, including its Windows spellings: short name, trailing dots, streams. */
const GIT_DIRECTORY = /^(?:\.git|git~[0-9]+)[. ]*(?::.*)?$/is;

const ASCII = /^[ -~]*$/;

/** Most names: letters that every file system keeps apart from git's own directory. */
const USUAL_NAME = /^(?!\.|git~)[ -[\]-~]+$/i;

export function pathBytes(path: BytePath): Buffer {
  return Buffer.from(path, "latin1");
}

/** Returns the path as display text. */
export function displayPath(path: BytePath): string {
  return ASCII.test(path) ? path : pathBytes(path).toString("utf8");
}

/** Returns the folder of a path; empty for the top. */
export function parentFolder(path: BytePath): BytePath {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function pathBaseName(path: BytePath): BytePath {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns the folders above a path, outermost first. */
export function foldersAbove(path: BytePath): BytePath[] {
  const folders: BytePath[] = [];
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}

/** Returns true if a path stays below its root and names no git directory, on any file system. */
export function isSafePath(path: BytePath): boolean {
  return path.length <= MAX_PATH && !path.includes("\0") && path.split("/").every(isSafeName);
}

function isSafeName(name: BytePath): boolean {
  if (name === "" || name === "." || name === ".." || name.length > MAX_NAME) return false;
  if (USUAL_NAME.test(name)) return true;
  const seen = displayPath(name).replaceAll(UNSEEN, "");
  return !seen.split("\\").some((part) => GIT_DIRECTORY.test(part) || part === "..");
}
