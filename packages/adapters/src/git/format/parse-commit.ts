import { objectId } from "../paths/names.ts";

/** A parsed commit. Names and message are latin1 text, one character per byte. */
export type ParsedCommit = {
  tree: string;
  parents: readonly string[];
  /** Null if it is malformed. */
  author: { name: string; email: string } | null;
  /** Null if it is malformed. */
  committer: { email: string } | null;
  /** Seconds since 1970. */
  committed: number;
  /** True if names and message may be in another encoding than UTF-8. */
  isEncoded: boolean;
  message: string;
};

const AUTHOR = /^author (?:([^<>\s](?:[^<>\n]*[^<>\s])?) )?<([^<>\n]*)> [0-9]+ [+-][0-9]{4}$/;
const COMMITTER = /^committer (?:[^<>\s](?:[^<>\n]*[^<>\s])? )?<([^<>\n]*)> [0-9]+ [+-][0-9]{4}$/;
const COMMITTED = /^committer .*> ([0-9]{1,12}) [+-][0-9]{4}$/;

/** Parses a commit; null if it is malformed. */
export function parseCommit(bytes: Buffer): ParsedCommit | null {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\n\n");
  const lines = (end === -1 ? text.trimEnd() : text.slice(0, end)).split("\n");
  const [tree, ...parents] = idLines(lines);
  const committed = lines.map((line) => COMMITTED.exec(line)?.[1]).find((one) => one !== undefined);
  if (tree === undefined || committed === undefined) return null;
  const [, name = "", email] = lines.map((line) => AUTHOR.exec(line)).find(Boolean) ?? [];
  const [, committer] = lines.map((line) => COMMITTER.exec(line)).find(Boolean) ?? [];
  return {
    tree,
    parents,
    author: email === undefined ? null : { name, email },
    committer: committer === undefined ? null : { email: committer },
    committed: Number(committed),
    isEncoded: lines.some((line) => line.startsWith("encoding ")),
    message: end === -1 ? "" : text.slice(end + 2),
  };
}

/** Returns the ids of the tree and the parents, which come first and in this order. */
function idLines(lines: readonly string[]): string[] {
  const ids: string[] = [];
  for (const line of lines) {
    const key = ids.length === 0 ? "tree " : "parent ";
    if (!line.startsWith(key)) break;
    ids.push(objectId(line.slice(key.length)));
  }
  return ids;
}
