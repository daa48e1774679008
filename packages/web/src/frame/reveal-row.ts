import type { Virtualizer } from "@tanstack/react-virtual";

type RowView = Virtualizer<HTMLDivElement, Element>;
type RowAlign = "auto" | "center" | "start";

/**
 * Scrolls a row of a windowed table into sight. `scrollToIndex` lays the page out again in each of the next frames, in
 * case rows turn out to have other heights. The heights of rows that exist are known, so these take one frame.
 */
export function revealRow(view: RowView, index: number, align: RowAlign = "auto"): void {
  const drawn = view.getVirtualItems();
  const isDrawn = index >= (drawn[0]?.index ?? 0) && index <= (drawn.at(-1)?.index ?? -1);
  if (!isDrawn) {
    view.scrollToIndex(index, { align });
    return;
  }
  const [offset] = view.getOffsetForIndex(index, align) ?? [view.scrollOffset];
  if (offset !== view.scrollOffset) view.scrollElement?.scrollTo({ top: offset ?? 0 });
}
