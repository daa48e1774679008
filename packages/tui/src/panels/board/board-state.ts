import type { TaskLine } from "@countersign/api";
import type { Column } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { windowStart } from "../../model/move.ts";
import { createPanelState } from "../../model/panel-state.ts";
import { columnCards } from "../../model/tasks.ts";

/** Rows of a card, with the empty one below it. */
export const CARD_ROWS = 4;

type BoardState = {
  readonly column: Column;
  /** The selected task of each column. */
  readonly selected: Readonly<Partial<Record<Column, string>>>;
};

export const boardState = createPanelState<BoardState>({
  id: "board",
  init: { column: "reviewing", selected: {} },
});

/** Selects a task in its column. */
export function selectCard(model: Model, column: Column, task: string): Model {
  const selected = { ...boardState.of(model).selected, [column]: task };
  return boardState.change(model, { column, selected });
}

/** Returns the selected task of the current column. */
export function selectedCard(model: Model): TaskLine | null {
  const { column, selected } = boardState.of(model);
  const cards = columnCards(model, column);
  return cards.find(({ task }) => task === selected[column]) ?? cards[0] ?? null;
}

/** Returns the index of the selected task of a column. */
export function selectedIndex(model: Model, column: Column): number {
  const selected = boardState.of(model).selected[column];
  return Math.max(
    0,
    columnCards(model, column).findIndex(({ task }) => task === selected),
  );
}

/** Number of cards that a column shows; the last one needs no empty row below it. */
export function cardsThatFit(height: number): number {
  return Math.max(1, Math.floor(height / CARD_ROWS));
}

/** Returns the visible cards; only their details are loaded. */
export function visibleCards(model: Model, column: Column): readonly TaskLine[] {
  const shown = cardsThatFit(model.size.rows);
  const cards = columnCards(model, column);
  const first = windowStart(cards.length, selectedIndex(model, column), shown);
  return cards.slice(first, first + shown);
}

/** Checks whether there are no tasks, as far as the program knows. */
export function isEmptyBoard({ data }: Pick<Model, "data">): boolean {
  return data.lines.size === 0 && Object.values(data.counts).every((number) => number === 0);
}
