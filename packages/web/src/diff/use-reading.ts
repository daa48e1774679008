import {
  type Change,
  NOTHING_READ,
  noteReading,
  type ReadingState,
  type ReadLines,
  type ReadMarks,
  readKey,
  restoreReadLines,
  type VisibleSlice,
} from "@countersign/review";
import { useMemo, useRef, useState } from "react";
import type { MarkSaver } from "../data/read-marks.ts";
import { digestReadLine } from "./digest-line.ts";

/** The lines of a change that the person has read. */
export type LineReading = {
  readonly read: ReadLines;
  /** What had been read when the change was opened. */
  readonly atOpening: ReadLines;
  /** Reports the parts of changed lines that are in sight. */
  see(slices: readonly VisibleSlice[]): void;
  /** Marks lines of a file as read or unread. */
  mark(path: string, change: (read: ReadLines) => ReadLines): void;
};

type ReadingInput = {
  task: string;
  changes: readonly Change[];
  /** The marks of the server; undefined until they are loaded. */
  marks: ReadMarks | undefined;
  save: MarkSaver;
};

/** Follows what is read of some changes of one task. Marks of earlier visits and of the terminal count. */
export function useReading({ task, changes, marks, save }: ReadingInput): LineReading {
  const state = useRef<ReadingState>(NOTHING_READ);
  const [read, setRead] = useState<ReadLines>(NOTHING_READ.read);
  const restored = useMemo(
    (): ReadLines =>
      changes.reduce(
        (known, change) => restoreReadLines(known, marks ?? new Map(), change, digestReadLine),
        state.current.read,
      ),
    [changes, marks],
  );
  const [opening, setOpening] = useState({ changes, hasMarks: false, read: restored });
  const hasMarks = marks !== undefined;
  if (opening.changes !== changes || opening.hasMarks !== hasMarks)
    setOpening({ changes, hasMarks, read: restored });
  const last = useRef<ReadLines>(null);
  if (last.current !== restored) {
    last.current = restored;
    state.current = { ...state.current, read: restored };
    if (read !== restored) setRead(restored);
  }
  const keep = (before: ReadLines, next: ReadLines): void => {
    state.current = { ...state.current, read: next };
    setRead(next);
    for (const [key, lines] of next) {
      const known = before.get(key) ?? new Set<string>();
      if (known === lines) continue;
      const path = key.slice(readKey(task, "").length);
      save(path, digestsBeyond(lines, known), digestsBeyond(known, lines));
    }
  };
  return {
    read,
    atOpening: opening.read,
    see(slices) {
      const before = state.current.read;
      state.current = noteReading(state.current, slices, Date.now());
      if (state.current.read !== before) keep(before, state.current.read);
    },
    mark: (_path, edit) => keep(state.current.read, edit(state.current.read)),
  };
}

/** Returns the digests of the lines that are in one set and not in the other. */
function digestsBeyond(lines: ReadonlySet<string>, known: ReadonlySet<string>): string[] {
  return [...lines].filter((line) => !known.has(line)).map(digestReadLine);
}
