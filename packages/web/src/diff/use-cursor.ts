import type { ChangedFile, Note } from "@countersign/review";
import { markFile } from "@countersign/review";
import { useLayoutEffect, useRef, useState } from "react";
import { findRow } from "./cursor.ts";
import type { DiffRow, DiffRows } from "./diff-rows.ts";
import type { DiffViewProps } from "./diff-view-props.ts";
import type { RowActions } from "./row-actions.ts";
import type { DiffSettings } from "./use-diff-settings.ts";

/** Keeps the cursor, and where a range begins, on their lines while rows come and go. */
export function useCursor(rows: readonly DiffRow[]) {
  const [state, setState] = useState({ rows, cursor: 0, range: null as number | null });
  let now = state;
  if (state.rows !== rows) {
    const moved = (at: number): number => findRow(rows, state.rows[at], at);
    now = {
      rows,
      cursor: moved(state.cursor),
      range: state.range === null ? null : moved(state.range),
    };
    setState(now);
  }
  return {
    cursor: now.cursor,
    range: now.range,
    setCursor: (cursor: number) => setState((known) => ({ ...known, cursor })),
    setRange: (range: number | null) => setState((known) => ({ ...known, range })),
  };
}

/** The properties of a table and its cursor. */
export type CursorProps = Omit<DiffViewProps, "intro"> & {
  diff: DiffRows;
  options: DiffSettings;
  wanted: string;
  cursor: number;
  setCursor(at: number): void;
  range: number | null;
  setRange(at: number | null): void;
};

/** Returns one object for all renders; its functions use the newest properties. */
export function useRowActions(props: CursorProps): RowActions {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const [actions] = useState(
    (): RowActions => ({
      point(at, isExtended) {
        const { cursor, range, setCursor, setRange } = latest.current;
        if (isExtended && range === null) setRange(cursor);
        setCursor(at);
      },
      openFile: (file, isOpen) => latest.current.options.openFile(file, isOpen),
      showMore: (file) => latest.current.options.showMore(file),
      accept: (finding) => latest.current.onAccept(finding),
      dismiss: (finding) => latest.current.onDismiss(finding),
      removeComment: (note: Note) => latest.current.onRemoveComment(note),
      markFile(file: ChangedFile, isRead) {
        const { task, reading } = latest.current;
        reading.mark(file.path, (read) => markFile(read, task, file, isRead));
      },
    }),
  );
  return actions;
}
