import type { Finding } from "@countersign/api";
import type {
  Change,
  ChangedFile,
  Comment,
  DiffLine,
  Hunk,
  Keymap,
  Slice,
} from "@countersign/review";
import {
  type ContextSize,
  type FileOrder,
  foldReason,
  hunksWithContext,
  orderFiles,
  type PairedLines,
  pairLines,
} from "@countersign/review";
import { row, type ScreenRow, span } from "../../terminal/row.ts";
import { type NoteRow, type NoteRowLayout, noteRowsElsewhere, placeNoteRows } from "./note-rows.ts";
import { sideRoom, sliceLine, unifiedRoom } from "./slice-line.ts";

/** One item of the view of a change; each takes exactly one row. */
export type Item =
  | { is: "file"; file: number }
  | { is: "closed"; file: number; why: string }
  | { is: "hunk"; file: number; text: string; skipped: number }
  | { is: "line"; file: number; line: DiffLine; slice: Slice; isLast: boolean }
  | ({ is: "pair"; file: number; isLast: boolean } & PairedLines & PairedSlices)
  | { is: "note"; file: number; row: ScreenRow; finding: string | null; isFirst: boolean }
  | { is: "text"; file: number; row: ScreenRow };

/** The slices of both sides in a row; null if a side has ended. */
type PairedSlices = { leftSlice: Slice | null; rightSlice: Slice | null };

export type Layout = {
  readonly files: readonly ChangedFile[];
  readonly items: readonly Item[];
  /** The index of each file, each hunk, and each finding or comment. */
  readonly fileAt: readonly number[];
  readonly hunkAt: readonly number[];
  readonly stopAt: readonly number[];
  /** Lines of a comment or a finding that covers more than one. */
  readonly marked: ReadonlySet<DiffLine>;
  /** Maps removed and added lines at the same position of a run to each other, as versions of one line. */
  readonly otherVersion: ReadonlyMap<DiffLine, DiffLine>;
};

export type LayoutInput = {
  change: Change;
  findings: readonly Finding[];
  comments: readonly Comment[];
  accepted: readonly string[];
  opened: ReadonlySet<string>;
  /** The context of each file, and the files whose full content is loaded. */
  around: ReadonlyMap<string, ContextSize>;
  whole: ReadonlyMap<string, ChangedFile>;
  order: FileOrder;
  split: boolean;
  /** Whether white space at line ends and between words is ignored. */
  blank: boolean;
  width: number;
  /** Whether long lines continue on the next row. */
  wrap: boolean;
  keymap: Keymap;
  /** Rows above the first file. */
  intro: readonly ScreenRow[];
};

/** Lists the whole change as items without laying them out; only visible items are laid out. */
export function createLayout(input: LayoutInput): Layout {
  const files = orderFiles(input.change.files, input.findings, input.order);
  const items: Item[] = input.intro.map((line) => ({ is: "text", file: 0, row: line }));
  const fileAt: number[] = [];
  const hunkAt: number[] = [];
  const stopAt: number[] = [];
  const marked = new Set<DiffLine>();
  const otherVersion = new Map<DiffLine, DiffLine>();
  const put = (item: Item): void => {
    if (item.is === "file") fileAt.push(items.length);
    if (item.is === "hunk") {
      hunkAt.push(items.length);
      // Nothing is omitted, so no header is needed.
      if (item.skipped === 0 && item.text === "") return;
    }
    if (item.is === "note" && item.isFirst) stopAt.push(items.length);
    items.push(item);
  };
  for (const [index, file] of files.entries()) {
    put({ is: "file", file: index });
    for (const item of fileItems(input, file, index, { marked, otherVersion })) put(item);
  }
  for (const item of elsewhereItems(input, files)) put(item);
  return { files, items, fileAt, hunkAt, stopAt, marked, otherVersion };
}

/** Notes without a file in the change come last, and are never dropped. */
function* elsewhereItems(input: LayoutInput, files: readonly ChangedFile[]): Generator<Item> {
  const notes = noteRowsElsewhere(input, new Set(files.map(({ path }) => path)));
  if (notes.length === 0) return;
  const count = notes.filter(({ isFirst }) => isFirst).length;
  const file = files.length;
  const title = ` Unplaced (${count}): not in the files that are shown`;
  yield { is: "text", file, row: row(span(title, "strong")) };
  yield* noteItems(notes, file);
}

function noteItems(notes: readonly NoteRow[], file: number): Item[] {
  return notes.map((note) => ({ is: "note", file, ...note }));
}

function* fileItems(
  input: LayoutInput,
  file: ChangedFile,
  index: number,
  { marked, otherVersion }: { marked: Set<DiffLine>; otherVersion: Map<DiffLine, DiffLine> },
): Generator<Item> {
  const why = input.opened.has(file.path) ? null : foldReason(file);
  const hunks = why === null ? hunksOf(input, file) : [];
  const notes = placeNoteRows(input, file.path, linesOf(hunks));
  for (const line of notes.ranged) marked.add(line);
  if (why !== null) yield { is: "closed", file: index, why };
  yield* noteItems(notes.above, index);
  for (const { head, skipped, lines } of hunks) {
    yield { is: "hunk", file: index, text: head, skipped };
    const pairs = [...pairLines(lines)];
    noteVersions(pairs, otherVersion);
    // A new or deleted file has only one side.
    const isSplit = input.split && file.what === "changed";
    for (const item of isSplit ? pairItems(input, pairs, index) : lineItems(input, lines, index)) {
      yield item;
      yield* notesUnder(item, notes, index);
    }
  }
  yield* noteItems(notes.rest, index);
}

function noteVersions(pairs: readonly PairedLines[], otherVersion: Map<DiffLine, DiffLine>): void {
  for (const { left, right } of pairs) {
    if (left === null || right === null || left === right) continue;
    otherVersion.set(left, right).set(right, left);
  }
}

function* notesUnder(item: Item, notes: NoteRowLayout, file: number): Generator<Item> {
  if (!notes.hasAny) return;
  for (const line of linesEndingIn(item)) yield* noteItems(notes.under(line), file);
}

function hunksOf({ around, whole, blank }: LayoutInput, file: ChangedFile): readonly Hunk[] {
  return hunksWithContext(file, whole.get(file.path), around.get(file.path) ?? "near", blank);
}

function* linesOf(hunks: readonly Hunk[]): Generator<DiffLine> {
  for (const { lines } of hunks) yield* lines;
}

/** Returns the lines of code whose last row is this item. */
function linesEndingIn(item: Item): readonly DiffLine[] {
  if (item.is === "line") return item.isLast ? [item.line] : [];
  if (item.is !== "pair" || !item.isLast) return [];
  const { left, right } = item;
  return [left, right === left ? null : right].filter((line) => line !== null);
}

/** Returns the line of code of an item; the new one if there are two. */
export function itemLine(item: Item): DiffLine | null {
  if (item.is === "line") return item.line;
  return item.is === "pair" ? (item.right ?? item.left) : null;
}

function* lineItems(
  { width, wrap }: LayoutInput,
  lines: readonly DiffLine[],
  file: number,
): Generator<Item> {
  const room = unifiedRoom(width);
  for (const line of lines) {
    const slices = wrap ? sliceLine(line.text, room) : [wholeLine(line)];
    for (const [at, slice] of slices.entries())
      yield { is: "line", file, line, slice, isLast: at === slices.length - 1 };
  }
}

function* pairItems(
  { width, wrap }: LayoutInput,
  pairs: readonly PairedLines[],
  file: number,
): Generator<Item> {
  const room = sideRoom(width);
  const slicesOf = (line: DiffLine | null): readonly Slice[] => {
    if (line === null) return [];
    return wrap ? sliceLine(line.text, room) : [wholeLine(line)];
  };
  for (const { left, right } of pairs) {
    const [lefts, rights] = [slicesOf(left), slicesOf(right)];
    const rows = Math.max(lefts.length, rights.length);
    for (let at = 0; at < rows; at += 1) {
      const slices = { leftSlice: lefts[at] ?? null, rightSlice: rights[at] ?? null };
      yield { is: "pair", file, left, right, ...slices, isLast: at === rows - 1 };
    }
  }
}

function wholeLine({ text }: DiffLine): Slice {
  return { from: 0, to: text.length };
}
