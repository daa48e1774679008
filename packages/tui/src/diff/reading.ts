import { panelOf } from "../panels/panel-machine.ts";
import type { Model } from "../store/model.ts";
import type { ChangedFile } from "./change.ts";
import { currentLayout, diffRoom } from "./current-layout.ts";
import type { Item } from "./layout.ts";
import type { DiffLine } from "./read-hunks.ts";

/** Nobody reads faster: so long a screen stands, and so long for each changed line on it. */
const LEAST_MS = 1_500;
const PER_LINE_MS = 250;

/** The lines of each file that were read, by task and path. They are known by what they say. */
export type ReadLines = ReadonlyMap<string, ReadonlySet<string>>;

export function readKey(task: string, path: string): string {
  return `${task} ${path}`;
}

/** Since when each changed line is in sight. */
export type InSight = ReadonlyMap<string, number>;

/** After every key and every second: what has been in sight for long enough is read. */
export function noteReading(model: Model): Model {
  const task = model.review.current;
  const layout = panelOf(model.panels) === "diff" ? currentLayout(model) : null;
  if (layout === null || task === null) {
    return model.diff.inSight.size === 0
      ? model
      : { ...model, diff: { ...model.diff, inSight: NOTHING } };
  }
  const { top } = model.diff;
  const inSight = new Map<string, number>();
  const places = new Map<string, { key: string; text: string }>();
  for (const item of layout.items.slice(top, top + diffRoom(model))) {
    const path = layout.files[item.file]?.path;
    if (path === undefined) continue;
    for (const text of changedIn(item)) {
      const name = `${path}\n${text}`;
      inSight.set(name, model.diff.inSight.get(name) ?? model.nowMs);
      places.set(name, { key: readKey(task, path), text });
    }
  }
  const enoughMs = Math.max(LEAST_MS, inSight.size * PER_LINE_MS);
  const read = [...inSight].flatMap(([name, sinceMs]) => {
    const place = places.get(name);
    return place !== undefined && model.nowMs - sinceMs >= enoughMs ? [place] : [];
  });
  return { ...model, diff: { ...model.diff, inSight, read: withLines(model.diff.read, read) } };
}

const NOTHING: InSight = new Map();

/** The changed lines of an item, each with its sign. */
export function changedIn(item: Item): string[] {
  if (item.is === "line") return changed(item.line);
  return item.is === "pair" ? [...changed(item.left), ...changed(item.right)] : [];
}

function changed(line: DiffLine | null): string[] {
  return line === null || !isChange(line.sign) ? [] : [`${line.sign}${line.text}`];
}

export function isChange(sign: string | undefined): boolean {
  return sign === "+" || sign === "-";
}

function withLines(read: ReadLines, more: readonly { key: string; text: string }[]): ReadLines {
  const fresh = more.filter(({ key, text }) => read.get(key)?.has(text) !== true);
  if (fresh.length === 0) return read;
  const next = new Map(read);
  for (const [key, lines] of Map.groupBy(fresh, ({ key: one }) => one)) {
    next.set(key, new Set([...(read.get(key) ?? []), ...lines.map(({ text }) => text)]));
  }
  return next;
}

/** All of a file at once, or nothing of it. */
export function markFile(
  read: ReadLines,
  task: string,
  file: ChangedFile,
  isRead: boolean,
): ReadLines {
  const key = readKey(task, file.path);
  const lines = isRead ? file.lines.filter((line) => isChange(line[0])) : [];
  return new Map([...read, [key, new Set(lines)]]);
}

/** Some lines of a file, known by what they say, or none of them. */
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

type Counted = { lines: ReadonlySet<string>; count: number };
const counted = new WeakMap<ChangedFile, Counted>();

/** How many changed lines of a file were read; counted again only when more of it was. */
export function readCount(read: ReadLines, task: string, file: ChangedFile): number {
  const lines = read.get(readKey(task, file.path));
  if (lines === undefined || lines.size === 0) return 0;
  const known = counted.get(file);
  if (known?.lines === lines) return known.count;
  const count = file.lines.filter((line) => isChange(line[0]) && lines.has(line)).length;
  counted.set(file, { lines, count });
  return count;
}

/** Whether nothing of a file is left to read. */
export function isFileRead(read: ReadLines, task: string, file: ChangedFile): boolean {
  const all = file.added + file.removed;
  return all === 0 ? read.has(readKey(task, file.path)) : readCount(read, task, file) >= all;
}
