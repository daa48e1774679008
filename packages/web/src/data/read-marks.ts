import type { Client } from "@countersign/api";
import { type ReadMarks, readKey } from "@countersign/review";
import { queryOptions } from "@tanstack/react-query";
import { QUERY_KEYS } from "./queries.ts";

/** The marks of the lines that the person has read, in the terminal or in a browser. */
export function readMarksOptions(engine: Client, task: string) {
  return queryOptions({
    queryKey: [...QUERY_KEYS.task(task), "read"],
    queryFn: async (): Promise<ReadMarks> => {
      const { files } = await engine.listReadLines({ task });
      return new Map(files.map(({ path, lines }) => [readKey(task, path), new Set(lines)]));
    },
    structuralSharing: (known, loaded) => (isSame(known, loaded) ? known : loaded),
  });
}

function isSame(known: unknown, loaded: unknown): boolean {
  if (!(known instanceof Map) || !(loaded instanceof Map)) return false;
  const isKept = ([key, lines]: [string, ReadonlySet<string>]): boolean => {
    const before: ReadonlySet<string> | undefined = known.get(key);
    return before?.size === lines.size && [...lines].every((line) => before.has(line));
  };
  return known.size === loaded.size && [...loaded].every(isKept);
}

/** The marks that are not saved yet, by path. */
type Pending = Map<string, { read: Set<string>; unread: Set<string> }>;

export type MarkSaver = (path: string, read: Iterable<string>, unread: Iterable<string>) => void;

const TOGETHER_MS = 400;

/** Creates a function that saves marks together a moment later. Marks that could not be saved are sent again. */
export function createMarkSaver(engine: Client, task: string): MarkSaver {
  const pending: Pending = new Map();
  let isWaiting = false;
  const flush = async (): Promise<void> => {
    isWaiting = false;
    const sent = [...pending];
    pending.clear();
    const read = sent.map(([path, marks]) => ({ path, lines: [...marks.read] }));
    const unread = sent.map(([path, marks]) => ({ path, lines: [...marks.unread] }));
    await engine
      .markReadLines({
        task,
        body: {
          read: read.filter(({ lines }) => lines.length > 0),
          unread: unread.filter(({ lines }) => lines.length > 0),
        },
      })
      .catch(() => {
        for (const [path, marks] of sent) if (!pending.has(path)) pending.set(path, marks);
      });
  };
  return (path, read, unread) => {
    const marks = pending.get(path) ?? { read: new Set(), unread: new Set() };
    pending.set(path, marks);
    for (const line of read) {
      marks.read.add(line);
      marks.unread.delete(line);
    }
    for (const line of unread) {
      marks.unread.add(line);
      marks.read.delete(line);
    }
    if (!isWaiting) setTimeout(() => void flush(), TOGETHER_MS);
    isWaiting = true;
  };
}
