import type { TaskLine } from "@countersign/api";

/** The four columns of the board and their states. */
export const BOARD_COLUMNS = {
  open: { title: "Open", states: ["open", "rework"] },
  progress: { title: "In Progress", states: ["in_progress"] },
  reviewing: { title: "Reviewing", states: ["reviewing", "held"] },
  done: { title: "Done", states: ["approved", "merging", "done", "rejected"] },
} as const;
export type Column = keyof typeof BOARD_COLUMNS;
export const COLUMN_NAMES: readonly Column[] = ["open", "progress", "reviewing", "done"];

/** Returns the column of a task; an approved task whose merge waits for a person is not done. */
export function taskColumn({ state, turn }: Pick<TaskLine, "state" | "turn">): Column {
  return state === "approved" && turn.holder === "person" ? "reviewing" : pageColumn(state);
}

/** Returns the column with whose pages tasks of a state are loaded. */
export function pageColumn(state: TaskLine["state"]): Column {
  const found = COLUMN_NAMES.find((name) =>
    BOARD_COLUMNS[name].states.some((one: TaskLine["state"]) => one === state),
  );
  return found ?? "open";
}

/**
 * Compares two cards of a column: tasks of the inbox first, in its order, then by urgency and age; finished tasks
 * newest first.
 */
export function compareCards(
  column: Column,
  inboxPlace: ReadonlyMap<string, number>,
  one: TaskLine,
  other: TaskLine,
): number {
  if (column === "done") return other.updatedMs - one.updatedMs;
  const placeOf = ({ task }: TaskLine): number => inboxPlace.get(task) ?? inboxPlace.size;
  const mine = placeOf(one) - placeOf(other);
  if (mine !== 0) return mine;
  const urgent = one.priority.localeCompare(other.priority);
  return urgent === 0 ? one.updatedMs - other.updatedMs : urgent;
}

/** Returns the columns' counts from the counts of states, which include tasks that are not loaded. */
export function columnCounts(
  counts: Readonly<Record<TaskLine["state"], number>>,
  lines: Iterable<TaskLine>,
): Readonly<Record<Column, number>> {
  let waiting = 0;
  for (const line of lines)
    if (line.state === "approved" && taskColumn(line) === "reviewing") waiting += 1;
  return {
    open: counts.open + counts.rework,
    progress: counts.in_progress,
    reviewing: counts.reviewing + counts.held + waiting,
    done: counts.done + counts.approved + counts.merging + counts.rejected - waiting,
  };
}
