import {
  type Change,
  createMarker,
  forgetMarks,
  mergeMarks,
  NOTHING_READ,
  noteReading,
  type ReadingState,
  type ReadLines,
  type ReadMarks,
  readMarks,
  restoreReadLines,
  type VisibleSlice,
} from "@countersign/review";
import { useMemo, useRef, useState } from "react";
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

/** Where read marks are kept between visits. */
export type MarkStore = { load(): unknown; save(marks: unknown): void };

const STORED = "countersign.read";

/** Keeps marks in the tab. */
export const TAB_MARKS: MarkStore = {
  load: () => JSON.parse(sessionStorage.getItem(STORED) ?? "{}"),
  save: (marks) => sessionStorage.setItem(STORED, JSON.stringify(marks)),
};

/** Follows what is read of some changes of one task. Marks of earlier visits count. */
export function useReading(
  task: string,
  changes: readonly Change[],
  store = TAB_MARKS,
): LineReading {
  const [marker] = useState(() => createMarker(digestReadLine));
  const marks = useRef<ReadMarks>(new Map());
  const state = useRef<ReadingState>(NOTHING_READ);
  const [read, setRead] = useState<ReadLines>(NOTHING_READ.read);
  const atOpening = useMemo((): ReadLines => {
    marks.current = readMarks(store.load());
    return changes.reduce(
      (known, change) => restoreReadLines(known, marks.current, change, digestReadLine),
      state.current.read,
    );
  }, [changes, store]);
  const opened = useRef<ReadLines>(null);
  if (opened.current !== atOpening) {
    opened.current = atOpening;
    state.current = { ...state.current, read: atOpening };
    if (read !== atOpening) setRead(atOpening);
  }
  const keep = (next: ReadLines): void => {
    state.current = { ...state.current, read: next };
    setRead(next);
    store.save(mergeMarks(store.load(), marker(next)));
  };
  return {
    read,
    atOpening,
    see(slices) {
      const before = state.current.read;
      state.current = noteReading(state.current, slices, Date.now());
      if (state.current.read !== before) keep(state.current.read);
    },
    mark(path, edit) {
      marks.current = forgetMarks(marks.current, task, path);
      keep(edit(state.current.read));
    },
  };
}
