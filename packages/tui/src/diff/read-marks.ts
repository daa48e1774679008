import { hash } from "node:crypto";
import { z } from "zod";
import type { Model } from "../store/model.ts";
import type { Change, ChangedFile } from "./change.ts";
import { isChange, type ReadLines, readKey } from "./reading.ts";

/** Digests of the lines that were read, by task and path, as they outlive the program. */
export type ReadMarks = ReadonlyMap<string, ReadonlySet<string>>;

const DIGEST = 16;
const MOST_FILES = 2_000;
const MOST_LINES = 100_000;

const Kept = z.record(z.string().max(5_000), z.array(z.string().length(DIGEST)));

/** Marks as they were kept; what is not understood is as if nothing had been read. */
export function readMarks(kept: unknown): ReadMarks {
  const read = Kept.safeParse(kept);
  if (!read.success) return new Map();
  return new Map(Object.entries(read.data).map(([key, digests]) => [key, new Set(digests)]));
}

/** What was read of a change before the program was started, whichever part of it is told first. */
export function takeUpMarks(model: Model, { task, files }: Change): Model {
  const { kept, read } = model.diff;
  const fresh = files.flatMap((file): [string, ReadonlySet<string>][] => {
    const key = readKey(task, file.path);
    const digests = kept.get(key);
    if (digests === undefined) return [];
    return [[key, new Set([...(read.get(key) ?? []), ...linesRead(file, digests)])]];
  });
  if (fresh.length === 0) return model;
  return { ...model, diff: { ...model.diff, read: new Map([...read, ...fresh]) } };
}

/** What is taken back here is not taken up again. */
export function forgetMarks(kept: ReadMarks, task: string, path: string): ReadMarks {
  const wanted = readKey(task, path);
  return new Map([...kept].filter(([key]) => key !== wanted));
}

function linesRead({ lines }: ChangedFile, digests: ReadonlySet<string>): ReadonlySet<string> {
  if (digests.size === 0) return new Set();
  return new Set(lines.filter((line) => isChange(line[0]) && digests.has(digestOf(line))));
}

/** Turns what was read here into marks, each line only once however often it is asked. */
export function createMarker(): (read: ReadLines) => ReadMarks {
  const known = new Map<string, Map<string, string>>();
  const marks = new Map<string, ReadonlySet<string>>();
  let before: ReadLines = new Map();
  return (read) => {
    for (const [key, lines] of read) {
      if (before.get(key) === lines) continue;
      const digests = known.get(key) ?? new Map<string, string>();
      known.set(key, digests);
      // What is read now is the newest: the oldest is forgotten first.
      marks.delete(key);
      marks.set(key, new Set([...lines].map((line) => remembered(digests, line))));
    }
    before = read;
    return marks;
  };
}

/** What is kept after this; marks that another board has kept meanwhile stay. */
export function mergeMarks(kept: unknown, marks: ReadMarks): Record<string, string[]> {
  const others = [...readMarks(kept)].filter(([key]) => !marks.has(key));
  const all = newest(new Map([...others, ...marks]));
  return Object.fromEntries([...all].map(([key, lines]) => [key, [...lines]]));
}

function remembered(digests: Map<string, string>, line: string): string {
  const digest = digests.get(line) ?? digestOf(line);
  digests.set(line, digest);
  return digest;
}

function digestOf(line: string): string {
  return hash("sha256", line, "base64url").slice(0, DIGEST);
}

function newest(marks: ReadMarks): ReadMarks {
  let lines = 0;
  const files: [string, ReadonlySet<string>][] = [];
  for (const [key, digests] of [...marks].toReversed()) {
    lines += digests.size;
    if (lines > MOST_LINES || files.length === MOST_FILES) break;
    files.push([key, digests]);
  }
  return new Map(files.toReversed());
}
