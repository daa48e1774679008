import type { ReadLines } from "@countersign/review";
import type { DiffRow, DiffRows } from "./diff-rows.ts";
import { commentedLine, containsText, isUnreadRow } from "./row-lines.ts";

/** Returns the next or previous of some ascending indexes; null at the end. */
export function nextIndex(indexes: readonly number[], at: number, by: 1 | -1): number | null {
  const found = by === 1 ? indexes.find((one) => one > at) : indexes.findLast((one) => one < at);
  return found ?? null;
}

type StopOptions = { task: string; read: ReadLines; wanted: string };

/**
 * Returns the next row that needs attention: a finding, a comment, or the first of several unread lines. While the
 * person searches, it is the next match.
 */
export function nextStop(
  { rows }: DiffRows,
  at: number,
  by: 1 | -1,
  { task, read, wanted }: StopOptions,
): number | null {
  for (let index = at + by; index >= 0 && index < rows.length; index += by) {
    const row = rows[index];
    if (row === undefined) continue;
    if (wanted !== "") {
      if (containsText(row, wanted)) return index;
    } else if (row.is === "note" || isFirstUnread(rows, index, task, read)) return index;
  }
  return null;
}

/** Returns whether a row is unread and the line before it is not. Notes between lines do not separate them. */
function isFirstUnread(
  rows: readonly DiffRow[],
  at: number,
  task: string,
  read: ReadLines,
): boolean {
  const row = rows[at];
  if (row === undefined || !isUnreadRow(row, task, read)) return false;
  let before = at - 1;
  while (rows[before]?.is === "note") before -= 1;
  const above = rows[before];
  return above === undefined || !isUnreadRow(above, task, read);
}

/** Finds a row again after the rows have changed: the same line, else its file, else the old index. */
export function findRow(rows: readonly DiffRow[], anchor: DiffRow | undefined, at: number): number {
  if (anchor === undefined || rows[at] === anchor) return at;
  const same = rows.indexOf(anchor);
  if (same !== -1) return same;
  const path = anchor.file?.path;
  const line = commentedLine(anchor);
  const isLine = (row: DiffRow): boolean => {
    const other = row.file?.path === path ? commentedLine(row) : null;
    return line !== null && other !== null && other.old === line.old && other.new === line.new;
  };
  const found = rows.findIndex(isLine);
  if (found !== -1) return found;
  const file = rows.findIndex((row) => row.is === "file" && row.file.path === path);
  return file === -1 ? Math.min(at, Math.max(0, rows.length - 1)) : file;
}
