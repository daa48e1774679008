import {
  type Change,
  markChanges,
  mergeMarks,
  NOTHING_READ,
  noteMarks,
  noteReading,
  type ReadingState,
  type ReadLines,
  type ReadMarks,
  restoreReadLines,
  updateReadLines,
  type VisibleSlice,
} from "@countersign/review";
import { useRef, useState } from "react";
import type { MarkSaver } from "../data/mark-saver.ts";
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
  const state = useRef<Tracked>(startReading(task));
  const [, setShown] = useState<ReadLines>(NOTHING_READ.read);
  state.current = takeMarks(state.current, { task, changes, marks: marks ?? NO_MARKS });
  const { read } = state.current;
  const hasMarks = marks !== undefined;
  const [opening, setOpening] = useState({ changes, hasMarks, read });
  if (opening.changes !== changes || opening.hasMarks !== hasMarks)
    setOpening({ changes, hasMarks, read });
  const keep = (next: ReadLines): void => {
    const { read: before, mine } = state.current;
    const noted = noteMarks(mine, task, { before, after: next }, digestReadLine);
    state.current = { ...state.current, read: next, mine: noted };
    setShown(next);
    save(markChanges(task, mine, noted));
  };
  return {
    read,
    atOpening: opening.read,
    see(slices) {
      const before = state.current;
      const seen = noteReading(before, slices, Date.now());
      state.current = { ...seen, read: before.read };
      if (seen.read !== before.read) keep(seen.read);
    },
    mark: (_path, edit) => keep(edit(state.current.read)),
  };
}

const NO_MARKS: ReadMarks = new Map();

/** What is read of a task, with the marks that the engine has sent and those marks with the changes made here. */
type Tracked = ReadingState & {
  readonly task: string;
  readonly changes: readonly Change[];
  readonly stored: ReadMarks;
  readonly mine: ReadMarks;
};

function startReading(task: string): Tracked {
  return { ...NOTHING_READ, task, changes: [], stored: NO_MARKS, mine: NO_MARKS };
}

type TaskMarks = { task: string; changes: readonly Change[]; marks: ReadMarks };

/** Takes other changes or marks: lines that another surface has marked or unmarked follow. */
function takeMarks(known: Tracked, { task, changes, marks }: TaskMarks): Tracked {
  const state = known.task === task ? known : startReading(task);
  if (state.changes === changes && state.stored === marks) return state;
  const { stored, mine: before } = state;
  const mine =
    stored === marks ? before : mergeMarks(task, { stored, mine: before, theirs: marks });
  const read = changes.reduce(
    (lines, change) => restoreReadLines(lines, mine, change, digestReadLine),
    updateReadLines(state.read, { before, after: mine }, changes, digestReadLine),
  );
  return { ...state, changes, stored: marks, mine, read };
}
