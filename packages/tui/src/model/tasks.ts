import type { TaskLine, TaskView } from "@countersign/api";
import {
  COLUMN_NAMES,
  type Column,
  columnCounts,
  compareCards,
  matchesLine,
  taskColumn,
} from "@countersign/review";
import type { Data } from "../data/data.ts";
import type { Model } from "./model.ts";

type ColumnCards = Readonly<Record<Column, readonly TaskLine[]>>;

const sorted = new WeakMap<Data["lines"], { inbox: Data["inbox"]; columns: ColumnCards }>();

/** Returns the cards of a column in order: yours first, then by urgency; finished tasks newest first. */
export function columnCards(
  { data, filter }: Pick<Model, "data" | "filter">,
  column: Column,
): readonly TaskLine[] {
  const cards = columnsOf(data)[column];
  return filter === "" ? cards : cards.filter((line) => matchesLine(line, filter));
}

function columnsOf({ lines, inbox }: Data): ColumnCards {
  const known = sorted.get(lines);
  if (known !== undefined && known.inbox === inbox) return known.columns;
  const groups = Map.groupBy(lines.values(), taskColumn);
  const place = new Map(inbox.map((task, index) => [task, index]));
  const of = (column: Column): readonly TaskLine[] =>
    (groups.get(column) ?? []).toSorted((one, other) => compareCards(column, place, one, other));
  const columns = {
    open: of("open"),
    progress: of("progress"),
    reviewing: of("reviewing"),
    done: of("done"),
  };
  sorted.set(lines, { inbox, columns });
  return columns;
}

/** Checks whether there are tasks of several repositories, so each card must name its own. */
export function hasSeveralRepositories({ lines }: Pick<Data, "lines">): boolean {
  const repos = new Set<string>();
  for (const { repo } of lines.values()) repos.add(repo);
  return repos.size > 1;
}

/**
 * Returns the tasks that wait for this person's decision and were not just decided here. An
 * approved task whose merge waits for a checkout needs no decision.
 */
export function pendingTasks({ data, sent }: Pick<Model, "data" | "sent">): readonly TaskLine[] {
  return data.inbox.flatMap((task) => {
    const line = data.lines.get(task);
    const isPending =
      line !== undefined && line.state !== "approved" && isMine(data, line) && !sent.has(task);
    return isPending ? [line] : [];
  });
}

function isMine({ me }: Pick<Data, "me">, { turn }: TaskLine): boolean {
  return me !== null && turn.who === me;
}

/** Returns the task under review. */
export function currentView({ data, review }: Model): TaskView | null {
  return review.current === null ? null : (data.views.get(review.current) ?? null);
}

/** Counts the cards of a column, including those that are not loaded. */
export function countTasks({ data }: Pick<Model, "data">, column: Column): number {
  return columnCounts(data.counts, data.lines.values())[column];
}

export function nextColumn(column: Column, by: -1 | 1): Column {
  return COLUMN_NAMES[COLUMN_NAMES.indexOf(column) + by] ?? column;
}
