import type { Inbox } from "@countersign/api";
import {
  COLUMN_NAMES,
  type Column,
  columnCounts,
  compareCards,
  taskColumn,
} from "@countersign/review";
import type { FactLine } from "../../data/line-facts.ts";

/** The cards of a column, and the number of its tasks, including those that are not loaded. */
export type BoardColumn = { column: Column; cards: readonly FactLine[]; count: number };

/** Arranges tasks as four columns: those of the person first, then by urgency; finished ones newest first. */
export function boardColumns(
  lines: readonly FactLine[],
  inbox: Pick<Inbox, "items" | "counts">,
): BoardColumn[] {
  const place = new Map(inbox.items.map(({ task }, index) => [task, index]));
  const groups = Map.groupBy(lines, taskColumn);
  const counts = columnCounts(inbox.counts, lines);
  return COLUMN_NAMES.map((column) => ({
    column,
    cards: (groups.get(column) ?? []).toSorted((one, other) =>
      compareCards(column, place, one, other),
    ),
    count: counts[column],
  }));
}

/** The selected card: a column, and a task in it. */
export type BoardCursor = { column: Column; task: string };

/** Moves the cursor within its column, or to the same height of a neighbouring column. */
export function moveBoardCursor(
  columns: readonly BoardColumn[],
  cursor: BoardCursor,
  move: { cards?: number; columns?: -1 | 1 },
): BoardCursor {
  const at = columns.findIndex(({ column }) => column === cursor.column);
  const cards = columns[at]?.cards ?? [];
  const height = Math.max(
    0,
    cards.findIndex(({ task }) => task === cursor.task),
  );
  const target = columns[at + (move.columns ?? 0)] ?? columns[at];
  if (target === undefined) return cursor;
  const wanted = height + (move.cards ?? 0);
  const index = Math.max(0, Math.min(target.cards.length - 1, wanted));
  return { column: target.column, task: target.cards[index]?.task ?? "" };
}
