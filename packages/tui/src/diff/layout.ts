import type { Finding } from "@countersign/api";
import type { Comment } from "../redo/redo-draft.ts";
import type { Row } from "../terminal/row.ts";
import type { Change, ChangedFile } from "./change.ts";
import { isClosedByName, LARGE_LINES } from "./closed-files.ts";
import { commentRows, findingRows } from "./note-rows.ts";
import { type DiffLine, readHunks } from "./read-hunks.ts";

/** One line of the view of a change; each takes exactly one row. */
export type Item =
  | { is: "file"; file: number }
  | { is: "closed"; file: number; why: string }
  | { is: "hunk"; file: number; text: string }
  | { is: "line"; file: number; line: DiffLine }
  | { is: "pair"; file: number; left: DiffLine | null; right: DiffLine | null }
  | { is: "note"; file: number; row: Row; finding: string | null }
  | { is: "text"; file: number; row: Row };

export type Layout = {
  readonly files: readonly ChangedFile[];
  readonly items: readonly Item[];
  /** Where each file, each hunk, and each finding or comment begins. */
  readonly fileAt: readonly number[];
  readonly hunkAt: readonly number[];
  readonly stopAt: readonly number[];
};

export type LayoutInput = {
  change: Change;
  findings: readonly Finding[];
  comments: readonly Comment[];
  accepted: readonly string[];
  opened: ReadonlySet<string>;
  split: boolean;
  /** White space at the ends and between words is not looked at. */
  blank: boolean;
  width: number;
  /** What stands above the first file. */
  intro: readonly Row[];
};

/** The whole change as lines, without laying out a single one: that is done for those in sight. */
export function layOut(input: LayoutInput): Layout {
  const files = orderFiles(input.change.files, input.findings);
  const items: Item[] = input.intro.map((row) => ({ is: "text", file: 0, row }));
  const fileAt: number[] = [];
  const hunkAt: number[] = [];
  const stopAt: number[] = [];
  for (const [index, file] of files.entries()) {
    fileAt.push(items.length);
    items.push({ is: "file", file: index });
    for (const item of fileItems(input, file, index)) {
      if (item.is === "hunk") hunkAt.push(items.length);
      if (item.is === "note" && items.at(-1)?.is !== "note") stopAt.push(items.length);
      items.push(item);
    }
  }
  return { files, items, fileAt, hunkAt, stopAt };
}

/** What was found comes first, then by path; what nobody wrote comes last. */
function orderFiles(
  files: readonly ChangedFile[],
  findings: readonly Finding[],
): readonly ChangedFile[] {
  const found = new Set(findings.filter(isOpen).map(({ file }) => file));
  const rank = ({ path }: ChangedFile): number => {
    if (found.has(path)) return 0;
    return isClosedByName(path) ? 2 : 1;
  };
  return files.toSorted(
    (one, other) => rank(one) - rank(other) || (one.path < other.path ? -1 : 1),
  );
}

function isOpen({ disposition }: Finding): boolean {
  return disposition.is === "open" || disposition.is === "late";
}

function* fileItems(input: LayoutInput, file: ChangedFile, index: number): Generator<Item> {
  const why = closedWhy(input, file);
  if (why !== null) {
    yield { is: "closed", file: index, why };
    return;
  }
  const notes = notesOf(input, file.path);
  for (const item of notes.without(index)) yield item;
  for (const hunk of readHunks(file.lines, input.blank)) {
    yield { is: "hunk", file: index, text: hunk.head };
    for (const item of codeItems(input, file, hunk.lines, index)) {
      yield item;
      const line = lineIn(item);
      if (line !== null && line.new !== null && notes.has(line.new))
        yield* notes.at(line.new, index);
    }
  }
  yield* notes.rest(index);
}

/** The line of code that an item shows, the new one where there are two. */
export function lineIn(item: Item): DiffLine | null {
  if (item.is === "line") return item.line;
  return item.is === "pair" ? (item.right ?? item.left) : null;
}

function closedWhy(
  { opened }: LayoutInput,
  { path, lines, added, removed }: ChangedFile,
): string | null {
  if (opened.has(path)) return null;
  if (lines.length > LARGE_LINES)
    return `large: ${(added + removed).toLocaleString("en")} changed lines`;
  return isClosedByName(path) ? `generated: ${added + removed} changed lines` : null;
}

/** A file that is new or gone has one side only. */
function codeItems(
  { split }: LayoutInput,
  { what }: ChangedFile,
  lines: readonly DiffLine[],
  index: number,
): Generator<Item> {
  return split && what === "changed" ? pairs(lines, index) : singles(lines, index);
}

function* singles(lines: readonly DiffLine[], file: number): Generator<Item> {
  for (const line of lines) yield { is: "line", file, line };
}

/** Removed and added lines side by side, in the order in which they stand. */
function* pairs(lines: readonly DiffLine[], file: number): Generator<Item> {
  let left: DiffLine[] = [];
  let right: DiffLine[] = [];
  const flush = function* (): Generator<Item> {
    for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
      yield { is: "pair", file, left: left[at] ?? null, right: right[at] ?? null };
    }
    left = [];
    right = [];
  };
  for (const line of lines) {
    if (line.sign === "-") {
      if (right.length > 0) yield* flush();
      left.push(line);
    } else if (line.sign === "+") right.push(line);
    else {
      yield* flush();
      yield { is: "pair", file, left: line, right: line };
    }
  }
  yield* flush();
}

/** Findings and comments of a file by line. None is ever dropped: what has no place comes first or last. */
function notesOf(input: LayoutInput, path: string) {
  const findings = input.findings.filter((one) => one.file === path && isOpen(one));
  const comments = input.comments.filter((one) => one.path === path);
  const placed = new Set<string>();
  const noted = new Set([...findings, ...comments].map(({ line }) => line));
  const findingItems = (one: Finding, file: number, place: string): Item[] => {
    placed.add(one.id);
    const isAccepted = input.accepted.includes(one.id);
    return findingRows(one, input.width, { isAccepted, place }).map((row) => ({
      is: "note",
      file,
      row,
      finding: one.id,
    }));
  };
  const commentItems = (one: Comment, file: number): Item[] => {
    placed.add(keyOf(one));
    return commentRows(one, input.width).map((row) => ({ is: "note", file, row, finding: null }));
  };
  return {
    /** Nearly every line has none, and there may be very many lines. */
    has: (line: number): boolean => noted.has(line),
    without: (file: number): Item[] =>
      findings
        .filter(({ line }) => line === undefined)
        .flatMap((one) => findingItems(one, file, "")),
    at: (line: number, file: number): Item[] => [
      ...findings
        .filter((one) => one.line === line && !placed.has(one.id))
        .flatMap((one) => findingItems(one, file, "")),
      ...comments
        .filter((one) => one.line === line && !placed.has(keyOf(one)))
        .flatMap((one) => commentItems(one, file)),
    ],
    rest: (file: number): Item[] => [
      ...findings
        .filter(({ id }) => !placed.has(id))
        .flatMap((one) => findingItems(one, file, `unplaced, line ${one.line ?? "?"}`)),
      ...comments
        .filter((one) => !placed.has(keyOf(one)))
        .flatMap((one) => commentItems(one, file)),
    ],
  };
}

function keyOf({ path, line, text }: Comment): string {
  return `comment ${path} ${line} ${text}`;
}
