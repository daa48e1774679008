import { z } from "zod";
import type { Change, ChangedFile } from "../patch/change.ts";
import { isChangedLine, type ReadLines, readKey } from "./read-lines.ts";

/** Digests of the lines that were read, by task and path, as they are stored between sessions. */
export type ReadMarks = ReadonlyMap<string, ReadonlySet<string>>;

/** Hashes a line; the surface supplies it, as a browser and Node have different ones. */
export type DigestLine = (line: string) => string;

/** Length of a stored digest in characters. */
export const MARK_LENGTH = 16;
const MAX_FILES = 2_000;
const MAX_LINES = 100_000;

const StoredMarks = z.record(z.string().max(5_000), z.array(z.string().length(MARK_LENGTH)));

/** Reads stored marks; an invalid file counts as empty. */
export function readMarks(stored: unknown): ReadMarks {
  const read = StoredMarks.safeParse(stored);
  if (!read.success) return new Map();
  return new Map(Object.entries(read.data).map(([key, digests]) => [key, new Set(digests)]));
}

/** Adds the lines of a change that were read in an earlier session. */
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

/** Removes the marks of a file, so that a later load does not restore them. */
export function forgetMarks(marks: ReadMarks, task: string, path: string): ReadMarks {
  const wanted = readKey(task, path);
  return new Map([...marks].filter(([key]) => key !== wanted));
}

function markedLines(
  { lines }: ChangedFile,
  digests: ReadonlySet<string>,
  digest: DigestLine,
): ReadonlySet<string> {
  if (digests.size === 0) return new Set();
  return new Set(lines.filter((line) => isChangedLine(line) && digests.has(digest(line))));
}

/** Creates a function that turns read lines into marks and hashes each line only once. */
export function createMarker(digest: DigestLine): (read: ReadLines) => ReadMarks {
  const known = new Map<string, Map<string, string>>();
  const marks = new Map<string, ReadonlySet<string>>();
  let before: ReadLines = new Map();
  return (read) => {
    for (const [key, lines] of read) {
      if (before.get(key) === lines) continue;
      const digests = known.get(key) ?? new Map<string, string>();
      known.set(key, digests);
      // The newest file goes to the end: the oldest is dropped first.
      marks.delete(key);
      marks.set(key, new Set([...lines].map((line) => cachedDigest(digests, line, digest))));
    }
    before = read;
    return marks;
  };
}

/** Merges new marks into stored ones and keeps marks that another board has stored meanwhile. */
export function mergeMarks(stored: unknown, marks: ReadMarks): Record<string, string[]> {
  const others = [...readMarks(stored)].filter(([key]) => !marks.has(key));
  const all = newestMarks(new Map([...others, ...marks]));
  return Object.fromEntries([...all].map(([key, lines]) => [key, [...lines]]));
}

function cachedDigest(digests: Map<string, string>, line: string, digest: DigestLine): string {
  const found = digests.get(line) ?? digest(line);
  digests.set(line, found);
  return found;
}

function newestMarks(marks: ReadMarks): ReadMarks {
  let lines = 0;
  const files: [string, ReadonlySet<string>][] = [];
  for (const [key, digests] of [...marks].toReversed()) {
    lines += digests.size;
    if (lines > MAX_LINES || files.length === MAX_FILES) break;
    files.push([key, digests]);
  }
  return new Map(files.toReversed());
}
