import { panelOf } from "../panels/panel-machine.ts";
import type { Model } from "../store/model.ts";
import type { ChangedFile } from "./change.ts";
import { currentLayout, diffRoom } from "./current-layout.ts";
import type { Item } from "./layout.ts";
import type { DiffLine } from "./read-hunks.ts";
import type { Slice } from "./slice-line.ts";

/** Nobody reads faster: so long a screen stands, and so long for each changed line on it. */
const LEAST_MS = 1_500;
const PER_LINE_MS = 250;

/** The lines of each file that were read, by task and path. They are known by what they say. */
export type ReadLines = ReadonlyMap<string, ReadonlySet<string>>;

export function readKey(task: string, path: string): string {
  return `${task} ${path}`;
}

/** Since when each slice of a changed line is in sight. */
export type InSight = ReadonlyMap<string, number>;

/** How far wrapped lines have been seen, in characters from their beginning. */
export type SeenTo = ReadonlyMap<string, number>;

type SightedSlice = { name: string; key: string; text: string; slice: Slice };

/** After every key and every second: marks lines as read whose every character was in sight long enough. */
export function noteReading(model: Model): Model {
  const { diff } = model;
  const slices = slicesInSight(model);
  if (slices.length === 0)
    return diff.inSight.size === 0 ? model : { ...model, diff: { ...diff, inSight: NOTHING } };
  const inSight = new Map(
    slices.map(({ name, slice }) => {
      const part = `${slice.from} ${name}`;
      return [part, diff.inSight.get(part) ?? model.nowMs];
    }),
  );
  const enoughMs = Math.max(LEAST_MS, inSight.size * PER_LINE_MS);
  const seenTo = new Map(diff.seenTo);
  const read: SightedSlice[] = [];
  for (const sighted of slices) {
    const { name, text, slice } = sighted;
    const sinceMs = inSight.get(`${slice.from} ${name}`) ?? model.nowMs;
    const isNext = slice.from <= (seenTo.get(name) ?? 0);
    if (model.nowMs - sinceMs < enoughMs || !isNext) continue;
    // A line is known with its sign in front.
    if (slice.to === text.length - 1) read.push(sighted);
    else seenTo.set(name, slice.to);
  }
  return { ...model, diff: { ...diff, inSight, seenTo, read: withLines(diff.read, read) } };
}

const NOTHING: InSight = new Map();

/** The slices of changed lines on the screen. Lines that are scrolled sideways are not shown whole. */
function slicesInSight(model: Model): SightedSlice[] {
  const task = model.review.current;
  const layout = panelOf(model.panels) === "diff" ? currentLayout(model) : null;
  const { top, sideways } = model.diff;
  if (layout === null || task === null || sideways > 0) return [];
  return layout.items.slice(top, top + diffRoom(model)).flatMap((item) => {
    const path = layout.files[item.file]?.path;
    if (path === undefined) return [];
    return changedSlices(item).map(({ text, slice }) => {
      return { name: `${path}\n${text}`, key: readKey(task, path), text, slice };
    });
  });
}

type ChangedSlice = { text: string; slice: Slice };

function changedSlices(item: Item): ChangedSlice[] {
  if (item.is === "line") return changedSlice(item.line, item.slice);
  if (item.is !== "pair") return [];
  const { left, right, leftSlice, rightSlice } = item;
  return [...changedSlice(left, leftSlice), ...changedSlice(right, rightSlice)];
}

function changedSlice(line: DiffLine | null, slice: Slice | null): ChangedSlice[] {
  return slice === null ? [] : changed(line).map((text) => ({ text, slice }));
}

/** The changed lines of an item, each with its sign. */
export function changedIn(item: Item): string[] {
  return changedSlices(item).map(({ text }) => text);
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
