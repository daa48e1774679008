import type { TaskView } from "@countersign/api";
import type { Change, ChangedFile } from "../patch/change.ts";
import { countText } from "../text/wording.ts";

/** The changed lines that were read, with their sign, by task and path. */
export type ReadLines = ReadonlyMap<string, ReadonlySet<string>>;

export function readKey(task: string, path: string): string {
  return `${task} ${path}`;
}

/** Returns whether a line of a patch is added or removed, by its sign. */
export function isChangedLine(line: string): boolean {
  return line.startsWith("+") || line.startsWith("-");
}

/** Adds lines. Returns the same object if all of them were read before. */
export function addReadLines(
  read: ReadLines,
  more: readonly { readonly key: string; readonly text: string }[],
): ReadLines {
  const fresh = more.filter(({ key, text }) => read.get(key)?.has(text) !== true);
  if (fresh.length === 0) return read;
  const next = new Map(read);
  for (const [key, lines] of Map.groupBy(fresh, ({ key: one }) => one)) {
    next.set(key, new Set([...(read.get(key) ?? []), ...lines.map(({ text }) => text)]));
  }
  return next;
}

/** Marks a whole file as read or unread. */
export function markFile(
  read: ReadLines,
  task: string,
  file: ChangedFile,
  isRead: boolean,
): ReadLines {
  const key = readKey(task, file.path);
  const lines = isRead ? file.lines.filter(isChangedLine) : [];
  return new Map([...read, [key, new Set(lines)]]);
}

/** Marks some lines of a file as read or unread. */
export function markLines(
  read: ReadLines,
  key: string,
  lines: readonly string[],
  isRead: boolean,
): ReadLines {
  const marked = new Set(lines);
  const others = [...(read.get(key) ?? [])].filter((line) => !marked.has(line));
  return new Map([...read, [key, new Set(isRead ? [...others, ...lines] : others)]]);
}

type FileCount = { lines: ReadonlySet<string>; count: number };
const counts = new WeakMap<ChangedFile, FileCount>();

/** Number of changed lines of a file that were read; cached until more of the file is read. */
function countReadLines(read: ReadLines, task: string, file: ChangedFile): number {
  const lines = read.get(readKey(task, file.path));
  if (lines === undefined || lines.size === 0) return 0;
  const known = counts.get(file);
  if (known?.lines === lines) return known.count;
  const count = file.lines.filter((line) => isChangedLine(line) && lines.has(line)).length;
  counts.set(file, { lines, count });
  return count;
}

/** Returns whether every changed line of a file was read. */
export function isFileRead(read: ReadLines, task: string, file: ChangedFile): boolean {
  const all = file.added + file.removed;
  return all === 0 ? read.has(readKey(task, file.path)) : countReadLines(read, task, file) >= all;
}

/** Returns the share of the changed lines that was read, in percent; `change` is undefined until it is loaded. */
export function readPercent(read: ReadLines, view: TaskView, change: Change | undefined): number {
  const size = view.round?.change;
  if (size === null || size === undefined) return 0;
  const seen =
    change === undefined
      ? countKnownLines(read, view.id)
      : change.files.reduce((sum, file) => sum + countReadLines(read, view.id, file), 0);
  const all = size.linesAdded + size.linesDeleted;
  return all === 0 ? 0 : Math.min(100, Math.floor((seen / all) * 100));
}

/** Without the change, lines with the same text count once. */
function countKnownLines(read: ReadLines, task: string): number {
  return [...read].reduce(
    (sum, [key, lines]) => sum + (key.startsWith(`${task} `) ? lines.size : 0),
    0,
  );
}

/** Returns the note that is recorded with an approval: `40% of 12 changed lines read`. */
export function readNote(percent: number, view: TaskView): string {
  const change = view.round?.change;
  if (change === null || change === undefined) return "";
  const lines = countText(change.linesAdded + change.linesDeleted, "changed line");
  return `${percent}% of ${lines} read`;
}
