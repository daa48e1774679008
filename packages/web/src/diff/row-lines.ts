import { type DiffLine, type ReadLines, readKey, type VisibleSlice } from "@countersign/review";
import type { DiffRow } from "./diff-rows.ts";

/** Returns the lines of a row: none, one, or both versions. */
export function rowLines(row: DiffRow): readonly DiffLine[] {
  if (row.is === "line") return [row.line];
  if (row.is !== "pair") return [];
  const { left, right } = row;
  return [left, right === left ? null : right].filter((line) => line !== null);
}

/** Returns the line that a comment on a row is about: the new version where there are two. */
export function commentedLine(row: DiffRow | undefined): DiffLine | null {
  if (row?.is === "line") return row.line;
  return row?.is === "pair" ? (row.right ?? row.left) : null;
}

/** Returns the changed lines of a row, each with its sign. */
export function changedTexts(row: DiffRow): string[] {
  return rowLines(row)
    .filter(({ sign }) => sign === "+" || sign === "-")
    .map(({ sign, text }) => `${sign}${text}`);
}

/** Returns whether a row has a changed line that was not read. */
export function isUnreadRow(row: DiffRow, task: string, read: ReadLines): boolean {
  if (row.is !== "line" && row.is !== "pair") return false;
  const texts = changedTexts(row);
  if (texts.length === 0) return false;
  const known = read.get(readKey(task, row.file.path));
  return known === undefined || texts.some((text) => !known.has(text));
}

/** Returns the parts of changed lines that a row shows. */
export function visibleSlices(row: DiffRow, task: string): VisibleSlice[] {
  if (row.is === "line") return sliceOf(row.file.path, task, row.line, row.slice);
  if (row.is !== "pair") return [];
  const { path } = row.file;
  const left = sliceOf(path, task, row.left, row.leftSlice);
  return row.left === row.right
    ? left
    : [...left, ...sliceOf(path, task, row.right, row.rightSlice)];
}

function sliceOf(
  path: string,
  task: string,
  line: DiffLine | null,
  slice: VisibleSlice["slice"] | null,
): VisibleSlice[] {
  if (line === null || slice === null || (line.sign !== "+" && line.sign !== "-")) return [];
  const text = `${line.sign}${line.text}`;
  return [{ name: `${path}\n${text}`, key: readKey(task, path), text, slice }];
}

/** Returns whether a row shows a text, whatever the case of its letters. */
export function containsText(row: DiffRow, wanted: string): boolean {
  if (row.is === "file") return row.file.path.toLowerCase().includes(wanted);
  return rowLines(row).some(({ text }) => text.toLowerCase().includes(wanted));
}
