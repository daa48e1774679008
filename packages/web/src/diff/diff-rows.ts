import type { Finding } from "@countersign/api";
import {
  type Change,
  type ChangedFile,
  type Comment,
  type ContextSize,
  type DiffLine,
  foldReason,
  hunksWithContext,
  type Note,
  type NoteLayout,
  notesElsewhere,
  type PairedLines,
  pairLines,
  placeNotes,
  type Slice,
} from "@countersign/review";
import { sliceColumns } from "./slice-columns.ts";

/** One row of the table of a change. */
export type DiffRow =
  | { readonly is: "unplaced"; readonly file: null; readonly count: number }
  | { readonly is: "file"; readonly file: ChangedFile; readonly isOpen: boolean }
  | { readonly is: "closed"; readonly file: ChangedFile; readonly why: string }
  | { readonly is: "unshown"; readonly file: null; readonly path: string; readonly why: string }
  | { readonly is: "hunk"; readonly file: ChangedFile; readonly head: string; skipped: number }
  | LineRow
  | PairRow
  | { readonly is: "note"; readonly file: ChangedFile | null; readonly note: Note };

/** A line of a change, or the part of a long one that fits into a row. */
export type LineRow = {
  readonly is: "line";
  readonly file: ChangedFile;
  readonly line: DiffLine;
  /** The other version of an edited line. */
  readonly other: DiffLine | null;
  readonly slice: Slice;
  /** Whether a comment or finding on several lines covers it. */
  readonly isMarked: boolean;
};

/** Both versions of a line beside each other; a slice is null where a version has ended. */
export type PairRow = PairedLines & {
  readonly is: "pair";
  readonly file: ChangedFile;
  readonly leftSlice: Slice | null;
  readonly rightSlice: Slice | null;
  readonly isMarked: boolean;
};

export type RowOptions = {
  readonly change: Change;
  /** The files in the order in which they are shown. */
  readonly files: readonly ChangedFile[];
  readonly findings: readonly Finding[];
  readonly comments: readonly Comment[];
  /** Files that the reader opened or closed, by path. Default: by `foldReason`. */
  readonly opened: ReadonlyMap<string, boolean>;
  /** Why files start closed that were read before, by path. */
  readonly readBefore: ReadonlySet<string>;
  readonly around: ReadonlyMap<string, ContextSize>;
  readonly whole: ReadonlyMap<string, ChangedFile>;
  readonly isSplit: boolean;
  /** Whether changes of white space alone are left out. */
  readonly isBlankHidden: boolean;
  /** Columns of a row with one version, and of each side of a row with two. */
  readonly columns: number;
  readonly sideColumns: number;
};

export type DiffRows = {
  readonly rows: readonly DiffRow[];
  /** Indexes of the rows at which each file, hunk and note begins. */
  readonly fileAt: readonly number[];
  readonly hunkAt: readonly number[];
  readonly noteAt: readonly number[];
};

/** Creates a function that lists the rows of a change and reuses those of files for which nothing changed. */
export function createRowLister(): (options: RowOptions) => DiffRows {
  const known = new WeakMap<ChangedFile, { key: string; rows: readonly DiffRow[] }>();
  return (options) => {
    const rows: DiffRow[] = unplacedRows(options);
    for (const file of options.files) {
      const key = fileKey(options, file);
      const cached = known.get(file);
      const own = cached?.key === key ? cached.rows : fileRows(options, file);
      known.set(file, { key, rows: own });
      for (const row of own) rows.push(row);
    }
    for (const { path, why } of options.change.unshown)
      rows.push({ is: "unshown", file: null, path, why });
    return { rows, ...indexesOf(rows) };
  };
}

function indexesOf(rows: readonly DiffRow[]): Omit<DiffRows, "rows"> {
  const fileAt: number[] = [];
  const hunkAt: number[] = [];
  const noteAt: number[] = [];
  for (const [at, { is }] of rows.entries()) {
    if (is === "file" || is === "unshown") fileAt.push(at);
    else if (is === "hunk") hunkAt.push(at);
    else if (is === "note") noteAt.push(at);
  }
  return { fileAt, hunkAt, noteAt };
}

/** Everything that the rows of a file depend on. */
function fileKey(options: RowOptions, file: ChangedFile): string {
  const { path } = file;
  return JSON.stringify([
    options.isSplit,
    options.isBlankHidden,
    options.columns,
    options.sideColumns,
    closedReason(options, file),
    options.around.get(path) ?? "near",
    options.whole.has(path),
    options.findings.filter((one) => one.file === path),
    options.comments.filter((one) => one.path === path),
  ]);
}

/** Notes without a place in the change come first, so that none is overlooked. */
function unplacedRows(options: RowOptions): DiffRow[] {
  const paths = new Set(options.files.map(({ path }) => path));
  const notes = notesElsewhere(options, paths);
  if (notes.length === 0) return [];
  return [
    { is: "unplaced", file: null, count: notes.length },
    ...notes.map((note): DiffRow => ({ is: "note", file: null, note })),
  ];
}

function closedReason({ opened, readBefore }: RowOptions, file: ChangedFile): string | null {
  const isOpen = opened.get(file.path);
  if (isOpen !== undefined) return isOpen ? null : "closed";
  return foldReason(file) ?? (readBefore.has(file.path) ? "you have read it" : null);
}

function fileRows(options: RowOptions, file: ChangedFile): DiffRow[] {
  const { around, whole, isBlankHidden, isSplit } = options;
  const { path } = file;
  const why = closedReason(options, file);
  const hunks =
    why === null
      ? hunksWithContext(file, whole.get(path), around.get(path) ?? "near", isBlankHidden)
      : [];
  const notes = placeNotes(
    options,
    path,
    hunks.flatMap(({ lines }) => lines),
  );
  const marked = new Set(notes.ranged);
  const rows: DiffRow[] = [{ is: "file", file, isOpen: why === null }];
  const put = (list: readonly Note[] = []): void => {
    for (const note of list) rows.push({ is: "note", file, note });
  };
  if (why !== null) rows.push({ is: "closed", file, why });
  put(notes.above);
  put(notes.rest);
  for (const { head, skipped, lines } of hunks) {
    rows.push({ is: "hunk", file, head, skipped });
    const parts = { lines, pairs: [...pairLines(lines)], notes, marked, rows };
    if (isSplit && file.what === "changed") splitRows(options, file, parts);
    else unifiedRows(options, file, parts);
  }
  return rows;
}

type HunkParts = {
  lines: readonly DiffLine[];
  pairs: readonly PairedLines[];
  notes: NoteLayout;
  marked: ReadonlySet<DiffLine>;
  rows: DiffRow[];
};

function unifiedRows(
  { columns }: RowOptions,
  file: ChangedFile,
  { lines, pairs, notes, marked, rows }: HunkParts,
): void {
  const others = new Map<DiffLine, DiffLine>();
  for (const { left, right } of pairs) {
    if (left === null || right === null || left === right) continue;
    others.set(left, right).set(right, left);
  }
  for (const line of lines) {
    const other = others.get(line) ?? null;
    const isMarked = marked.has(line);
    for (const slice of sliceColumns(line.text, columns))
      rows.push({ is: "line", file, line, other, slice, isMarked });
    for (const note of notes.under.get(line) ?? []) rows.push({ is: "note", file, note });
  }
}

function splitRows({ sideColumns }: RowOptions, file: ChangedFile, parts: HunkParts): void {
  const { pairs, notes, marked, rows } = parts;
  const slicesOf = (line: DiffLine | null): readonly Slice[] =>
    line === null ? [] : sliceColumns(line.text, sideColumns);
  for (const { left, right } of pairs) {
    const [lefts, rights] = [slicesOf(left), slicesOf(right)];
    const lines = [...new Set([left, right])].filter((line) => line !== null);
    const isMarked = lines.some((line) => marked.has(line));
    for (let at = 0; at < Math.max(lefts.length, rights.length); at += 1) {
      const slices = { leftSlice: lefts[at] ?? null, rightSlice: rights[at] ?? null };
      rows.push({ is: "pair", file, left, right, ...slices, isMarked });
    }
    const under = lines.flatMap((line) => notes.under.get(line) ?? []);
    for (const note of under) rows.push({ is: "note", file, note });
  }
}
