import { type RefObject, useLayoutEffect, useState } from "react";

/** Columns of code that fit into a row with one version, and into each side of a row with two. */
export type TableWidth = {
  columns: number;
  sideColumns: number;
  isNarrow: boolean;
  /** Whether two versions fit beside each other once the lists beside the table are closed. */
  canSplit: boolean;
};

const MEASURED = 100;
const MIN_COLUMNS = 10;
/** Pixels: the width of a line number, the space around code, and the narrowest table with two sides. */
const NUMBER_PX = 56;
const NARROW_NUMBER_PX = 36;
const PADDING_PX = 8;
const MIN_SPLIT_PX = 700;
/** The sign of a line and a space. */
const SIGN_COLUMNS = 2;

/** The last width, so that the next change is drawn at once: it is nearly always as wide. */
let lastWidth: TableWidth | null = null;

/** Measures how much code fits into a row; null until it is known. `ruler` holds text of 100 characters. */
export function useTableWidth(
  frame: RefObject<HTMLElement | null>,
  ruler: RefObject<HTMLElement | null>,
): TableWidth | null {
  const [width, setWidth] = useState(lastWidth);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = (): void => {
      const char = (ruler.current?.getBoundingClientRect().width ?? 0) / MEASURED || 8;
      const room = element.parentElement?.clientWidth ?? 0;
      const canSplit = room >= MIN_SPLIT_PX;
      const next = { ...tableWidth(element.clientWidth, char), canSplit };
      if (lastWidth === null || !isSame(lastWidth, next)) lastWidth = next;
      setWidth(lastWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, ruler]);
  return width;
}

function tableWidth(pixels: number, char: number): Omit<TableWidth, "canSplit"> {
  const isNarrow = pixels < MIN_SPLIT_PX;
  const number = isNarrow ? NARROW_NUMBER_PX : NUMBER_PX;
  const room = pixels - 2 * number;
  const fit = (px: number): number =>
    Math.max(MIN_COLUMNS, Math.floor((px - PADDING_PX) / char) - SIGN_COLUMNS);
  return { columns: fit(room), sideColumns: fit(room / 2), isNarrow };
}

function isSame(one: TableWidth, other: TableWidth): boolean {
  return (
    one.columns === other.columns &&
    one.sideColumns === other.sideColumns &&
    one.isNarrow === other.isNarrow &&
    one.canSplit === other.canSplit
  );
}
