import { countText, matchesLine, minutesText } from "@countersign/review";
import type { FactLine } from "../../data/line-facts.ts";
import { type ListOrder, sortLines } from "./inbox-order.ts";
import {
  LIST_SECTION_NAMES,
  LIST_SECTIONS,
  type ListSection,
  listSection,
} from "./list-sections.ts";

/** A row of the inbox: the head of a section, or a task. */
export type InboxRow =
  | { is: "section"; section: ListSection; title: string; count: number; isOpen: boolean }
  | { is: "task"; section: ListSection; line: FactLine };

/** The sections whose tasks wait for the person. */
const OWN_SECTIONS: ReadonlySet<ListSection> = new Set([
  "held",
  "merge",
  "returned",
  "yours",
  "ready",
]);

export type InboxView = {
  filter: string;
  order: ListOrder;
  /** The sections whose tasks are hidden. */
  closed: ReadonlySet<ListSection>;
};

export type InboxContent = {
  rows: readonly InboxRow[];
  /** The tasks that wait for the person, as shown. */
  own: readonly FactLine[];
};

/** Arranges tasks as rows: section by section, each in the chosen order. */
export function inboxRows(lines: readonly FactLine[], me: string, view: InboxView): InboxContent {
  const found = view.filter === "" ? lines : lines.filter((line) => matchesLine(line, view.filter));
  const groups = Map.groupBy(found, (line) => listSection(line, me));
  const rows: InboxRow[] = [];
  const own: FactLine[] = [];
  for (const section of LIST_SECTION_NAMES) {
    const tasks = sortLines(groups.get(section) ?? [], view.order);
    if (tasks.length === 0) continue;
    if (OWN_SECTIONS.has(section)) own.push(...tasks);
    const isOpen = !view.closed.has(section);
    const title = LIST_SECTIONS[section];
    rows.push({ is: "section", section, title, count: tasks.length, isOpen });
    if (isOpen) rows.push(...tasks.map((line): InboxRow => ({ is: "task", section, line })));
  }
  return { rows, own };
}

/** Sums up tasks and their reading time: `5 tasks, about 18 min`. */
export function totalText(lines: readonly Pick<FactLine, "minutes">[]): string {
  const minutes = lines.reduce((sum, line) => sum + line.minutes, 0);
  const count = countText(lines.length, "task");
  return minutes === 0 ? count : `${count}, ${minutesText(minutes)}`;
}

/** Returns the index of the next task row from an index on, or else of the last one before it; -1 without any. */
export function nearestTask(rows: readonly InboxRow[], at: number, step: 1 | -1): number {
  for (let here = at; here >= 0 && here < rows.length; here += step)
    if (rows[here]?.is === "task") return here;
  return step === 1
    ? rows.findLastIndex((row, index) => row.is === "task" && index <= at)
    : rows.findIndex((row) => row.is === "task");
}
