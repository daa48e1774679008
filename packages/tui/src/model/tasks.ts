import type { TaskLine, TaskView } from "@countersign/api";
import { COLUMN_NAMES, type Column, type Data, taskColumn } from "../data/data.ts";
import type { Model } from "./model.ts";

type ColumnCards = Readonly<Record<Column, readonly TaskLine[]>>;

const sorted = new WeakMap<Data["lines"], { inbox: Data["inbox"]; columns: ColumnCards }>();

/** Returns the cards of a column in order: yours first, then by urgency; finished tasks newest first. */
export function columnCards(
  { data, filter }: Pick<Model, "data" | "filter">,
  column: Column,
): readonly TaskLine[] {
  const cards = columnsOf(data)[column];
  return filter === "" ? cards : cards.filter((line) => matches(line, filter));
}

function columnsOf({ lines, inbox }: Data): ColumnCards {
  const known = sorted.get(lines);
  if (known !== undefined && known.inbox === inbox) return known.columns;
  const groups = Map.groupBy(lines.values(), taskColumn);
  const place = new Map(inbox.map((task, index) => [task, index]));
  const of = (column: Column): readonly TaskLine[] =>
    (groups.get(column) ?? []).toSorted((one, other) => compare(column, place, one, other));
  const columns = {
    open: of("open"),
    progress: of("progress"),
    reviewing: of("reviewing"),
    done: of("done"),
  };
  sorted.set(lines, { inbox, columns });
  return columns;
}

function compare(
  column: Column,
  place: ReadonlyMap<string, number>,
  one: TaskLine,
  other: TaskLine,
): number {
  if (column === "done") return other.updatedMs - one.updatedMs;
  const mine = (place.get(one.task) ?? place.size) - (place.get(other.task) ?? place.size);
  if (mine !== 0) return mine;
  const urgent = one.priority.localeCompare(other.priority);
  return urgent === 0 ? one.updatedMs - other.updatedMs : urgent;
}

/** Checks that the line contains every word of the filter. */
function matches(line: TaskLine, filter: string): boolean {
  const { task, title, repo, state, priority, gate, turn } = line;
  const text = [task, title, repo, state, priority, gate ?? "", turn.who ?? turn.holder]
    .join(" ")
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word) || word === repositoryFilter(repo).toLowerCase());
}

/** Returns the filter word that selects the tasks of one repository. */
export function repositoryFilter(repo: string): string {
  return `repo:${repo}`;
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
  const { counts } = data;
  const waiting = [...data.lines.values()].filter(
    (line) => line.state === "approved" && taskColumn(line) === "reviewing",
  ).length;
  const sums: Readonly<Record<Column, number>> = {
    open: counts.open + counts.rework,
    progress: counts.in_progress,
    reviewing: counts.reviewing + counts.held + waiting,
    done: counts.done + counts.approved + counts.merging + counts.rejected - waiting,
  };
  return sums[column];
}

export function nextColumn(column: Column, by: -1 | 1): Column {
  return COLUMN_NAMES[COLUMN_NAMES.indexOf(column) + by] ?? column;
}
