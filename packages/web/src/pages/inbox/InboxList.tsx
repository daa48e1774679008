import { useVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { useCommands } from "../../commands/Commands.tsx";
import type { ScreenCommands } from "../../commands/command-layers.ts";
import type { FactLine } from "../../data/line-facts.ts";
import { revealRow } from "../../frame/reveal-row.ts";
import { InboxRowView } from "./InboxRowView.tsx";
import { type InboxRow, nearestTask } from "./inbox-rows.ts";
import type { RestingTask } from "./resting-task.ts";
import { useNowMinute } from "./use-now-minute.ts";

const HEIGHTS = { section: 36, task: 48 } as const;
/** Milliseconds that the cursor rests on a task before its preview loads. */
const REST_MS = 150;

export type InboxListProps = {
  rows: readonly InboxRow[];
  /** Gets the task on which the cursor rests. */
  resting: RestingTask;
  onOpen(line: FactLine): void;
  onToggle(row: Extract<InboxRow, { is: "section" }>): void;
  /** More commands about the task under the cursor. */
  commands(line: FactLine | null): ScreenCommands;
};

/** The last position, for a person who comes back from a task. */
let last = { task: "", at: 0 };

/** The list of the inbox. Only the rows in sight exist; a key moves the cursor and draws two of them again. */
export function InboxList({ rows, resting, onOpen, onToggle, commands }: InboxListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(last);
  const nowMinute = useNowMinute();
  const places = useMemo(
    () =>
      new Map(rows.flatMap((row, index) => (row.is === "task" ? [[row.line.task, index]] : []))),
    [rows],
  );
  const at = places.get(cursor.task) ?? nearestTask(rows, Math.min(cursor.at, rows.length - 1), 1);
  const row = rows[at];
  const line = row?.is === "task" ? row.line : null;
  const view = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => HEIGHTS[rows[index]?.is ?? "task"],
    overscan: 8,
  });
  const moveTo: MoveTo = (index, step) => {
    const next = nearestTask(rows, Math.max(0, Math.min(rows.length - 1, index)), step);
    const found = rows[next];
    if (found?.is !== "task") return;
    last = { task: found.line.task, at: next };
    setCursor(last);
    // The head of its section stays in sight.
    revealRow(view, rows[next - 1]?.is === "section" && step === -1 ? next - 1 : next);
  };
  const page = (): number => Math.floor((frame.current?.clientHeight ?? 0) / HEIGHTS.task);
  useRest(line, resting);
  useCommands("board", {
    ...commands(line),
    ...(line === null ? {} : { "task.open": () => onOpen(line) }),
    ...moveCommands(at, rows.length, page, moveTo),
  });
  const onClick = (event: MouseEvent): void => {
    const clicked = rowAt(event, rows);
    if (clicked === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (clicked.row.is === "section") {
      onToggle(clicked.row);
      return;
    }
    const isLink = event.target instanceof Element && event.target.closest("a") !== null;
    if (isLink) event.preventDefault();
    moveTo(clicked.index, 1);
    if (isLink || event.detail === 2) onOpen(clicked.row.line);
  };
  const shown = view.getVirtualItems();
  return (
    <section
      ref={frame}
      className="min-h-0 grow overflow-y-auto contain-content"
      aria-label="Tasks"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are commands */}
      <table className="w-full table-fixed" aria-rowcount={rows.length} onClick={onClick}>
        <ListHead />
        <tbody>
          <Space height={shown[0]?.start ?? 0} />
          {shown.map(({ index }) => {
            const here = rows[index];
            return here === undefined ? null : (
              <InboxRowView
                key={here.is === "task" ? here.line.task : here.section}
                row={here}
                index={index}
                isCursor={index === at}
                nowMinute={nowMinute}
              />
            );
          })}
          <Space height={view.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </section>
  );
}

type MoveTo = (index: number, step: 1 | -1) => void;

/** Returns the commands that move the cursor. */
function moveCommands(at: number, length: number, page: () => number, moveTo: MoveTo) {
  const half = (): number => Math.ceil(page() / 2);
  return {
    "nav.down": () => moveTo(at + 1, 1),
    "nav.up": () => moveTo(at - 1, -1),
    "nav.top": () => moveTo(0, 1),
    "nav.end": () => moveTo(length - 1, -1),
    "nav.halfDown": () => moveTo(at + half(), 1),
    "nav.halfUp": () => moveTo(at - half(), -1),
    "nav.pageDown": () => moveTo(at + page(), 1),
    "nav.space": () => moveTo(at + page(), 1),
    "nav.pageUp": () => moveTo(at - page(), -1),
  } satisfies ScreenCommands;
}

function ListHead() {
  return (
    <>
      <colgroup>
        <col />
        <col className="w-px md:w-52" />
        <col className="w-18" />
        <col className="w-14" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Task</th>
          <th scope="col">Risk and findings</th>
          <th scope="col">Reading time</th>
          <th scope="col">Waiting</th>
        </tr>
      </thead>
    </>
  );
}

/** Takes the place of rows that are out of sight. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr aria-hidden="true">
      <td colSpan={4} style={{ height, padding: 0 }} />
    </tr>
  );
}

function rowAt({ target }: MouseEvent, rows: readonly InboxRow[]) {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  const index = Number(element?.dataset.index ?? -1);
  const row = rows[index];
  return row === undefined ? null : { row, index };
}

/** Reports a task when the cursor rests on it. */
function useRest(line: FactLine | null, resting: RestingTask): void {
  useEffect(() => {
    const timer = setTimeout(() => resting.set(line), REST_MS);
    return () => clearTimeout(timer);
  }, [line, resting]);
}
