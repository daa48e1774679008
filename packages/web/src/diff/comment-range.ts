import type { Comment } from "@countersign/review";
import type { DiffRow } from "./diff-rows.ts";
import { commentedLine } from "./row-lines.ts";

/** The lines that a comment is about, with their text. */
export type CommentRange = Omit<Comment, "text">;

/** A comment on more lines is about the file. */
export const MAX_COMMENTED_LINES = 100;

/** Returns the lines between two rows of one file; null if there are none, or too many. */
export function linesToComment(
  rows: readonly DiffRow[],
  one: number,
  other: number,
): CommentRange | null {
  const file = rows[other]?.file ?? null;
  if (file === null) return null;
  const between = rows.slice(Math.min(one, other), Math.max(one, other) + 1);
  const own = between.filter((row) => row.file === file).map((row) => commentedLine(row));
  const all = [...new Set(own.filter((line) => line !== null && line.sign !== "\\"))];
  const present = all.flatMap((line) => line ?? []);
  // Lines that still exist count; removed lines have numbers of the old version.
  const now = present.filter((line) => line.new !== null);
  const lines = now.length > 0 ? now : present;
  const [first, last] = [lines[0], lines.at(-1)];
  const line = first?.new ?? first?.old ?? null;
  const endLine = last?.new ?? last?.old ?? null;
  if (line === null || endLine === null || lines.length > MAX_COMMENTED_LINES) return null;
  const quote = lines.map(({ text }) => text).join("\n");
  const { path } = file;
  return line === endLine ? { path, line, quote } : { path, line, endLine, quote };
}
