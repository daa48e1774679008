import { isFileRead } from "@countersign/review";
import {
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { revealRow } from "../frame/reveal-row.ts";
import { codeTints } from "./code-colours.ts";
import type { DiffRow, DiffRows } from "./diff-rows.ts";
import type { DiffViewProps, JumpTarget } from "./diff-view-props.ts";
import { findMovedLines, isMovedRow } from "./moved-lines.ts";
import { RowView } from "./RowView.tsx";
import { containsText, isUnreadRow, visibleSlices } from "./row-lines.ts";
import { useCodeColours } from "./use-code-colours.ts";
import { useCursor, useRowActions } from "./use-cursor.ts";
import { useDiffCommands } from "./use-diff-commands.ts";
import type { DiffSettings } from "./use-diff-settings.ts";
import { useRowWindow } from "./use-row-window.ts";

const READING_TICK_MS = 500;

type DiffTableProps = DiffViewProps & {
  frame: RefObject<HTMLDivElement | null>;
  diff: DiffRows;
  options: DiffSettings;
  isNarrow: boolean;
  wanted: string;
  onFind(text: string): void;
  jump: RefObject<((to: JumpTarget) => void) | null>;
};

/** The lines of a change as a table in which only the rows in sight exist. The cursor is a row. */
export function DiffTable(props: DiffTableProps) {
  const { diff, frame, task, reading, options, wanted, isNarrow } = props;
  const { rows } = diff;
  const head = useRef<HTMLDivElement>(null);
  const introHeight = useHeight(head);
  const { cursor, setCursor, range, setRange } = useCursor(rows);
  const view = useRowWindow(rows, frame, introHeight);
  const shown = view.getVirtualItems();
  const moved = useMemo(() => findMovedLines(props.change.files), [props.change]);
  useCodeColours(rows, shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0);
  const go = (to: number | null, align: "auto" | "center" | "start" = "auto"): void => {
    if (to === null) {
      props.onMessage("There is no further one.");
      return;
    }
    const at = Math.max(0, Math.min(rows.length - 1, to));
    setCursor(at);
    if (at === 0) frame.current?.scrollTo({ top: 0 });
    else revealRow(view, at, align);
  };
  const page = (): number => Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / 20) - 2);
  const actions = useRowActions({ ...props, cursor, setCursor, range, setRange });
  useDiffCommands({ ...props, cursor, range, setRange, go, page, actions });
  useReadingClock(props, view);
  useImperativeHandle(props.jump, () => (to: JumpTarget) => {
    const at = rows.findIndex((row) => isTarget(row, to));
    if (at !== -1) go(at, "path" in to ? "start" : "center");
    frame.current?.focus();
  });
  const { isSplit } = options;
  const isInRange = (at: number): boolean =>
    range !== null && at >= Math.min(range, cursor) && at <= Math.max(range, cursor);
  return (
    <>
      <div ref={head}>{props.intro}</div>
      <table className="diff" aria-rowcount={rows.length + 1} aria-label="Lines of the change">
        <Columns isSplit={isSplit} isNarrow={isNarrow} />
        <tbody>
          <Space height={(shown[0]?.start ?? introHeight) - introHeight} isSplit={isSplit} />
          {shown.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <RowView
                key={index}
                row={row}
                at={index}
                isSplit={isSplit}
                isCursor={index === cursor}
                isUnread={isUnreadRow(row, task, reading.read)}
                isInRange={isInRange(index)}
                isDone={isDone(row, props)}
                isMoved={isMovedRow(row, moved)}
                wanted={wanted !== "" && containsText(row, wanted) ? wanted : ""}
                {...rowTints(row)}
                actions={actions}
                measure={view.measureElement}
              />
            );
          })}
          <Space
            height={view.getTotalSize() + introHeight - (shown.at(-1)?.end ?? introHeight)}
            isSplit={isSplit}
          />
        </tbody>
      </table>
      {rows.length === 0 && <p className="p-4 text-muted">There are no lines to show.</p>}
    </>
  );
}

function isTarget(row: DiffRow, to: JumpTarget): boolean {
  if ("path" in to) return row.is === "file" && row.file.path === to.path;
  return row.is === "note" && row.note.is === "finding" && row.note.finding.id === to.finding;
}

function rowTints(row: DiffRow) {
  if (row.is === "line") return { tints: codeTints(row.file, row.line), leftTints: undefined };
  if (row.is !== "pair") return { tints: undefined, leftTints: undefined };
  const { file, left, right } = row;
  return {
    tints: right === null ? undefined : codeTints(file, right),
    leftTints: left === null ? undefined : codeTints(file, left),
  };
}

function isDone(row: DiffRow, { accepted, task, reading }: DiffTableProps): boolean {
  if (row.is === "file") return isFileRead(reading.read, task, row.file);
  return row.is === "note" && row.note.is === "finding" && accepted.includes(row.note.finding.id);
}

function Columns({ isSplit, isNarrow }: { isSplit: boolean; isNarrow: boolean }) {
  const number = <col className={isNarrow ? "w-9" : "w-14"} />;
  return (
    <>
      <colgroup>
        {number}
        {isSplit ? <col /> : number}
        {isSplit ? number : <col />}
        {isSplit && <col />}
      </colgroup>
      <thead className="sr-only">
        <tr aria-rowindex={1}>
          <th scope="col">Old line</th>
          {isSplit && <th scope="col">Old text</th>}
          <th scope="col">New line</th>
          <th scope="col">{isSplit ? "New text" : "Text"}</th>
        </tr>
      </thead>
    </>
  );
}

/** Stands for rows that are not in sight. React sets a style by property, which the page's policy allows. */
function Space({ height, isSplit }: { height: number; isSplit: boolean }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table cannot be focused
    <tr aria-hidden="true">
      <td colSpan={isSplit ? 4 : 3} style={{ height: Math.max(0, height) }} />
    </tr>
  );
}

/** The last height above the rows, so that the next change is drawn once: it is nearly always as high. */
let lastHeight = 0;

function useHeight(ref: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(lastHeight);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void => {
      lastHeight = element.offsetHeight;
      setHeight(lastHeight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return height;
}

type Visible = { range: { startIndex: number; endIndex: number } | null };

/** Marks lines as read that were in sight long enough. */
function useReadingClock({ diff, task, reading }: DiffTableProps, view: Visible): void {
  const tick = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    tick.current = () => {
      const { startIndex = 0, endIndex = -1 } = view.range ?? {};
      const isSeen = document.visibilityState === "visible" && document.hasFocus();
      const rows = isSeen ? diff.rows.slice(startIndex, endIndex + 1) : [];
      reading.see(rows.flatMap((row) => visibleSlices(row, task)));
    };
  });
  useEffect(() => {
    const timer = setInterval(() => tick.current?.(), READING_TICK_MS);
    return () => clearInterval(timer);
  }, []);
}
