import type { BytePath } from "../paths/byte-path.ts";
import { parseTree, serializeTree, type TreeEntry } from "./parse-tree.ts";

/** The modes that git writes. */
const MODES: ReadonlySet<string> = new Set(["040000", "100644", "100755", "120000", "160000"]);

/** Modes of entries that git checks by their name alone. */
const PLAIN_MODES: ReadonlySet<string> = new Set(["040000", "100644", "100755"]);

const NULL_ID = /^0+$/;
const MAX_NAME = 255;

/**
 * Returns true if a tree has the form that `git fsck --strict` requires: canonical modes, ids other
 * than zero, single names in git's order. Throws if it cannot be parsed or repeats a name.
 *
 * Serializing the parsed entries again sorts them and removes the padding of modes.
 */
export function isPlainTree(bytes: Buffer, idBytes: number): boolean {
  const entries = parseTree(bytes, idBytes);
  for (const [name, { mode, id }] of entries)
    if (!MODES.has(mode) || NULL_ID.test(id) || name === "" || name.includes("/")) return false;
  return serializeTree(entries).equals(bytes);
}

/** Names of git's own directory, of files that git reads itself, and of their disguises. */
const SPECIAL = /^\.git(?![a-z0-9_-])|^\.git(?:modules|attributes)/;

/**
 * Returns true for a file or folder whose name no version of git checks further. Everything else,
 * such as links, submodules and `.gitmodules`, is left to git.
 *
 * File systems ignore case and some characters outside ASCII, so the comparison ignores them all.
 * Windows reads a backslash as a slash, and a tilde is part of its short names.
 */
export function isPlainEntry(name: BytePath, { mode }: Pick<TreeEntry, "mode">): boolean {
  if (!PLAIN_MODES.has(mode) || name.length > MAX_NAME || /[\\~]/.test(name)) return false;
  if (name === "." || name === "..") return false;
  return !SPECIAL.test(name.replaceAll(/[^\0-\x7f]/g, "").toLowerCase());
}
