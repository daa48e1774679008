import { CountersignError } from "@countersign/core";
import type { BytePath } from "../paths/byte-path.ts";

/** An entry of a folder. The mode has six digits. */
export type TreeEntry = { mode: string; id: string };

/** The entries of a folder by name, in the order of the tree. */
export type TreeEntries = ReadonlyMap<BytePath, TreeEntry>;

export const FOLDER = "040000";

const SPACE = 32;

/** Parses a tree object. `idBytes` is the length of ids in this repository. */
export function parseTree(bytes: Buffer, idBytes: number): TreeEntries {
  const entries = new Map<BytePath, TreeEntry>();
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(SPACE, at);
    const end = bytes.indexOf(0, space);
    const next = end + 1 + idBytes;
    if (space === -1 || end === -1 || next > bytes.length) throw malformed();
    const name = bytes.toString("latin1", space + 1, end);
    if (entries.has(name)) throw malformed();
    const mode = bytes.toString("latin1", at, space).padStart(6, "0");
    entries.set(name, { mode, id: bytes.toString("hex", end + 1, next) });
    at = next;
  }
  return entries;
}

/** Serializes a tree. Git sorts a folder as if its name ended with a slash. */
export function serializeTree(entries: TreeEntries): Buffer {
  const named = [...entries].map(([name, entry]) => ({
    name,
    entry,
    key: entry.mode === FOLDER ? `${name}/` : name,
  }));
  named.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  return Buffer.concat(
    named.flatMap(({ name, entry }) => [
      Buffer.from(`${entry.mode.replace(/^0+/, "")} ${name}\0`, "latin1"),
      Buffer.from(entry.id, "hex"),
    ]),
  );
}

function malformed(): CountersignError {
  return new CountersignError("invalid_input", "A tree of the repository cannot be read");
}
