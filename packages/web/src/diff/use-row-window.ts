import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef } from "react";
import type { DiffRow } from "./diff-rows.ts";

/** Pixels of each kind of row. Notes are measured. */
const HEIGHTS: Readonly<Record<DiffRow["is"], number>> = {
  unplaced: 28,
  file: 41,
  closed: 28,
  unshown: 28,
  hunk: 28,
  line: 20,
  pair: 20,
  note: 120,
};
/** Rows beyond the visible ones: fewer leave gaps for a moment when scrolled fast, more cost every jump. */
const OVERSCAN = 16;
/** The same at the top of a change: most are opened and decided there. */
const TOP_OVERSCAN = 4;

/**
 * Milliseconds after which scrolling counts as ended, which changes nothing here. A timer that fires between a scroll
 * and its event makes the rows appear a frame late, and on a busy machine frames take longer than the default of 150.
 */
const SCROLL_END_MS = 60_000;

/** The last size of the frame, so that the rows of the next change are drawn at once: it is nearly always the same. */
let lastRect = { width: 0, height: 0 };

/** Returns the rows in sight. `scrollMargin` is the height above the first row in pixels. */
export function useRowWindow(
  rows: readonly DiffRow[],
  frame: RefObject<HTMLDivElement | null>,
  scrollMargin: number,
) {
  const view = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (at) => HEIGHTS[rows[at]?.is ?? "line"],
    overscan: OVERSCAN,
    rangeExtractor: rowsAround,
    isScrollingResetDelay: SCROLL_END_MS,
    initialRect: lastRect,
    scrollMargin,
  });
  const measured = useRef(rows);
  useLayoutEffect(() => {
    lastRect = view.scrollRect ?? lastRect;
    // Sizes are kept by index, and a row at an index may be another one now.
    if (measured.current !== rows) view.measure();
    measured.current = rows;
  });
  return view;
}

function rowsAround(range: Range): number[] {
  return defaultRangeExtractor(
    range.startIndex === 0 ? { ...range, overscan: TOP_OVERSCAN } : range,
  );
}
