import { isObjectId } from "../paths/names.ts";

const PERSON = "[^<>\\n ][^<>\\n]* <[^<>\\n]*> (?:0|[1-9][0-9]{0,9}) [+-][0-9]{4}";
const AUTHOR = new RegExp(`^author ${PERSON}$`);
const COMMITTER = new RegExp(`^committer ${PERSON}$`);

/** Further headers that git writes, and their continuation lines. */
const FURTHER = /^(?:encoding |gpgsig |gpgsig-sha256 | )/;

/**
 * Returns true if a commit has the form that `git fsck --strict` requires, and that git itself
 * writes: tree, parents, author, committer, known headers, message.
 */
export function isPlainCommit(bytes: Buffer, digits: number): boolean {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\n\n");
  if (end === -1 || text.includes("\0")) return false;
  const [tree = "", ...rest] = text.slice(0, end).split("\n");
  const parents = rest.findIndex((line) => !line.startsWith("parent "));
  const ids = [tree.replace(/^tree /, ""), ...rest.slice(0, parents).map((line) => line.slice(7))];
  if (!tree.startsWith("tree ") || parents === -1) return false;
  if (!ids.every((id) => isObjectId(id) && id.length === digits)) return false;
  const [author = "", committer = "", ...further] = rest.slice(parents);
  return (
    AUTHOR.test(author) && COMMITTER.test(committer) && further.every((line) => FURTHER.test(line))
  );
}
