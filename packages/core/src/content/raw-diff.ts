import { CountersignError } from "../kernel/errors.ts";
import type { FileFact } from "./schema.ts";

/** One changed path as reported by git. Counts are null if git sees no lines, as in binary files. */
export type RawEntry = {
  status: FileFact["status"];
  path: string;
  oldPath?: string;
  oldMode: string;
  newMode: string;
  oldId: string;
  newId: string;
  added: number | null;
  deleted: number | null;
};

const RECORD =
  /^:(000000|100644|100755|120000|160000) (000000|100644|100755|120000|160000) ([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) (?:([AMDT])|([RC])[0-9]{3})$/;
/** A path segment that is empty, `.`, `..` or git's own folder. */
const LEAVES_THE_TREE = /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i;
const COUNTS = /^(?:([0-9]{1,12})\t([0-9]{1,12})|-\t-)\t/;

const STATUS: Readonly<Record<string, FileFact["status"]>> = {
  A: "added",
  M: "modified",
  D: "deleted",
  T: "type_changed",
  R: "renamed",
  C: "copied",
};

/** Fields of the output, consumed from the front. */
type Fields = { list: readonly string[]; at: number };

/**
 * Parses the output of `git diff-tree -r --raw -z --numstat --no-abbrev -M` for two trees.
 *
 * Every record needs its line counts and vice versa, so truncated output is refused.
 */
export function parseRawDiff(raw: string): RawEntry[] {
  if (raw === "") return [];
  if (!raw.endsWith("\0")) throw malformed("its end is missing");
  if (!raw.isWellFormed()) throw malformed("a path is not text");

  const fields: Fields = { list: raw.slice(0, -1).split("\0"), at: 0 };
  const records: Omit<RawEntry, "added" | "deleted">[] = [];
  while (fields.list[fields.at]?.startsWith(":")) records.push(takeRecord(fields));

  const entries = records.map((record) => ({
    ...record,
    ...takeCounts(fields, record),
  }));
  if (fields.at !== fields.list.length) throw malformed("it has more counts than records");
  if (new Set(entries.map((entry) => entry.path)).size !== entries.length) {
    throw malformed("a path occurs twice");
  }
  return entries;
}

function takeRecord(fields: Fields): Omit<RawEntry, "added" | "deleted"> {
  const [, oldMode, newMode, oldId, newId, plain, paired] = RECORD.exec(take(fields)) ?? [];
  const status = STATUS[plain ?? paired ?? ""];
  if (!(status && oldMode && newMode && oldId && newId)) throw malformed("a record is not git's");
  if (!modesFit(status, oldMode, newMode)) throw malformed("a record contradicts its modes");

  const first = takePath(fields);
  const side = { status, oldMode, newMode, oldId, newId };
  return paired ? { ...side, path: takePath(fields), oldPath: first } : { ...side, path: first };
}

/** Git prints the counts in record order. A renamed path leaves its own field empty. */
function takeCounts(
  fields: Fields,
  { path, oldPath }: { path: string; oldPath?: string },
): { added: number | null; deleted: number | null } {
  const field = take(fields);
  const counts = COUNTS.exec(field);
  if (!counts) throw malformed("a line count is not git's");

  const rest = field.slice(counts[0].length);
  const named = oldPath === undefined ? [rest] : [rest, take(fields), take(fields)];
  const expected = oldPath === undefined ? [path] : ["", oldPath, path];
  if (named.join("\0") !== expected.join("\0")) throw malformed("counts and records differ");

  const [, added, deleted] = counts;
  if (added === undefined || deleted === undefined) return { added: null, deleted: null };
  return { added: Number(added), deleted: Number(deleted) };
}

function modesFit(status: FileFact["status"], oldMode: string, newMode: string): boolean {
  const isNew = oldMode === "000000";
  const isGone = newMode === "000000";
  return isNew === (status === "added") && isGone === (status === "deleted");
}

/** Refuses path names that a tree object can contain but a checkout must not write. */
function takePath(fields: Fields): string {
  const path = take(fields);
  if (LEAVES_THE_TREE.test(path)) throw malformed("a path leaves the tree");
  if (path.length > 4_096) throw malformed("a path is too long");
  return path;
}

function take(fields: Fields): string {
  const field = fields.list[fields.at];
  if (field === undefined) throw malformed("its end is missing");
  fields.at += 1;
  return field;
}

function malformed(why: string): CountersignError {
  return new CountersignError("invalid_input", `The diff cannot be read: ${why}`);
}
