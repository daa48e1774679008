import type { ReadView } from "@countersign/api";
import { type ReadLines, readKey } from "./read-lines.ts";
import type { DigestLine, ReadMarks } from "./read-marks.ts";

type MarkedLines = { path: string; lines: string[] };

/** Lines of a task to mark and to unmark, as the engine takes them. */
export type ReadMarkChange = { read: MarkedLines[]; unread: MarkedLines[] };

/** Returns the marks that the engine has sent. */
export function toReadMarks({ task, files }: ReadView): ReadMarks {
  return new Map(files.map(({ path, lines }) => [readKey(task, path), new Set(lines)]));
}

/** Marks the lines of a task that were read since `before`, and unmarks those that are unread again. */
export function noteMarks(
  marks: ReadMarks,
  task: string,
  { before, after }: { before: ReadLines; after: ReadLines },
  digest: DigestLine,
): ReadMarks {
  const next = new Map(marks);
  for (const [key, lines] of after) {
    const known = before.get(key);
    if (known === lines || !key.startsWith(readKey(task, ""))) continue;
    const digests = new Set(marks.get(key));
    for (const line of linesBeyond(known, lines)) digests.delete(digest(line));
    for (const line of linesBeyond(lines, known)) digests.add(digest(line));
    next.set(key, digests);
  }
  return next;
}

type Lines = ReadonlySet<string> | undefined;

/** Returns the lines that are in one set and not in the other. */
function linesBeyond(lines: Lines, known: Lines): string[] {
  return [...(lines ?? [])].filter((line) => known?.has(line) !== true);
}

/**
 * Returns the change that turns the stored marks of a task into the person's. A file without changed lines is marked
 * by an entry without lines.
 */
export function markChanges(task: string, stored: ReadMarks, mine: ReadMarks): ReadMarkChange {
  const change: ReadMarkChange = { read: [], unread: [] };
  for (const [key, digests] of mine) {
    const before = stored.get(key);
    if (before === digests) continue;
    const path = key.slice(readKey(task, "").length);
    const read = linesBeyond(digests, before);
    const unread = linesBeyond(before, digests);
    if (read.length > 0 || before === undefined) change.read.push({ path, lines: read });
    if (unread.length > 0) change.unread.push({ path, lines: unread });
  }
  return change;
}

/** Returns the marks after a change of them. */
export function applyMarkChange(
  marks: ReadMarks,
  task: string,
  { read, unread }: ReadMarkChange,
): ReadMarks {
  const next = new Map(marks);
  for (const { path, lines } of unread) {
    const key = readKey(task, path);
    const gone = new Set(lines);
    next.set(key, new Set([...(next.get(key) ?? [])].filter((line) => !gone.has(line))));
  }
  for (const { path, lines } of read) {
    const key = readKey(task, path);
    next.set(key, new Set([...(next.get(key) ?? []), ...lines]));
  }
  return next;
}

/** Joins changes that were made one after another. The last change of a line counts. */
export function joinMarkChanges(changes: readonly ReadMarkChange[]): ReadMarkChange {
  const files = new Map<string, Map<string, boolean>>();
  const note = ({ path, lines }: MarkedLines, isRead: boolean): void => {
    const known = files.get(path) ?? new Map<string, boolean>();
    files.set(path, known);
    for (const line of lines) known.set(line, isRead);
  };
  for (const { read, unread } of changes) {
    for (const file of unread) note(file, false);
    for (const file of read) note(file, true);
  }
  const joined: ReadMarkChange = { read: [], unread: [] };
  for (const [path, known] of files) {
    const [read = [], unread = []] = [true, false].map((isRead) =>
      [...known].filter(([, one]) => one === isRead).map(([line]) => line),
    );
    if (read.length > 0 || unread.length === 0) joined.read.push({ path, lines: read });
    if (unread.length > 0) joined.unread.push({ path, lines: unread });
  }
  return joined;
}

/** Returns the stored marks of a task with the changes that the person has made since `stored`. */
export function mergeMarks(
  task: string,
  { stored, mine, theirs }: { stored: ReadMarks; mine: ReadMarks; theirs: ReadMarks },
): ReadMarks {
  return reuseSets(mine, applyMarkChange(theirs, task, markChanges(task, stored, mine)));
}

/** Keeps the sets that have not changed, so that they are compared by identity. */
function reuseSets(known: ReadMarks, marks: ReadMarks): ReadMarks {
  return new Map(
    [...marks].map(([key, lines]) => {
      const before = known.get(key);
      const isSame = before?.size === lines.size && [...lines].every((line) => before.has(line));
      return [key, isSame ? before : lines];
    }),
  );
}

/** Limits of one request, far below what the engine accepts. */
const MAX_LINES = 20_000;
const MAX_FILES = 100;

/** Splits a change into requests that the engine accepts; those that unmark come first. */
export function splitMarkChange({ read, unread }: ReadMarkChange): ReadMarkChange[] {
  return [
    ...inPortions(unread).map((files) => ({ read: [], unread: files })),
    ...inPortions(read).map((files) => ({ read: files, unread: [] })),
  ];
}

function inPortions(files: readonly MarkedLines[]): MarkedLines[][] {
  const portions: MarkedLines[][] = [];
  let room = 0;
  for (const { path, lines } of files) {
    for (let from = 0; from === 0 || from < lines.length; from += MAX_LINES) {
      const part = lines.slice(from, from + MAX_LINES);
      const last = portions.at(-1);
      const isFull = last === undefined || last.length === MAX_FILES || room < part.length;
      if (isFull) room = MAX_LINES;
      room -= part.length;
      if (isFull) portions.push([{ path, lines: part }]);
      else last.push({ path, lines: part });
    }
  }
  return portions;
}
