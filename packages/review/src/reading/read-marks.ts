import { z } from "zod";
import type { Change, ChangedFile } from "../patch/change.ts";
import { isChangedLine, type ReadLines, readKey } from "./read-lines.ts";

/** Digests of the lines that were read, by task and path, as the engine stores them. */
export type ReadMarks = ReadonlyMap<string, ReadonlySet<string>>;

/** Hashes a line; the surface supplies it, as a browser and Node have different ones. */
export type DigestLine = (line: string) => string;

/** Length of a stored digest in characters. */
export const MARK_LENGTH = 16;

const StoredMarks = z.record(z.string().max(5_000), z.array(z.string().length(MARK_LENGTH)));

/** Reads the marks that earlier releases stored in a file; null if they are invalid. */
export function readMarks(stored: unknown): ReadMarks | null {
  const read = StoredMarks.safeParse(stored);
  if (!read.success) return null;
  return new Map(Object.entries(read.data).map(([key, digests]) => [key, new Set(digests)]));
}

/** Adds the lines of a change that have a mark. A changed line has another digest and stays unread. */
export function restoreReadLines(
  read: ReadLines,
  marks: ReadMarks,
  { task, files }: Change,
  digest: DigestLine,
): ReadLines {
  const fresh = files.flatMap((file): [string, ReadonlySet<string>][] => {
    const key = readKey(task, file.path);
    const digests = marks.get(key);
    if (digests === undefined) return [];
    return [[key, new Set([...(read.get(key) ?? []), ...markedLines(file, digests, digest)])]];
  });
  return fresh.length === 0 ? read : new Map([...read, ...fresh]);
}

/**
 * Returns the lines that were read after the marks of a task have changed from `before` to `after`. Looks at all loaded
 * changes of the task.
 */
export function updateReadLines(
  read: ReadLines,
  { before, after }: { before: ReadMarks; after: ReadMarks },
  changes: readonly Change[],
  digest: DigestLine,
): ReadLines {
  const next = new Map(read);
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const digests = after.get(key);
    if (digests === before.get(key)) continue;
    if (digests === undefined) next.delete(key);
    else next.set(key, linesWithMark(key, read, digests, changes, digest));
  }
  return next;
}

function linesWithMark(
  key: string,
  read: ReadLines,
  digests: ReadonlySet<string>,
  changes: readonly Change[],
  digest: DigestLine,
): ReadonlySet<string> {
  const lines = new Set([...(read.get(key) ?? [])].filter((line) => digests.has(digest(line))));
  for (const { task, files } of changes)
    for (const file of files)
      if (readKey(task, file.path) === key)
        for (const line of markedLines(file, digests, digest)) lines.add(line);
  return lines;
}

function markedLines(
  { lines }: ChangedFile,
  digests: ReadonlySet<string>,
  digest: DigestLine,
): ReadonlySet<string> {
  if (digests.size === 0) return new Set();
  return new Set(lines.filter((line) => isChangedLine(line) && digests.has(digest(line))));
}
