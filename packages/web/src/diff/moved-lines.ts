import type { ChangedFile } from "@countersign/review";
import type { DiffRow } from "./diff-rows.ts";
import { rowLines } from "./row-lines.ts";

/** Fewer lines that are alike are a coincidence. */
const MIN_BLOCK = 3;

/** The changed lines, with sign and without white space around them, that were moved within a change. */
export type MovedLines = ReadonlySet<string>;

/** Finds blocks of lines that were removed in one place and added in another, in the same or another file. */
export function findMovedLines(files: readonly ChangedFile[]): MovedLines {
  const removed = new Map(files.flatMap(({ lines }) => blocksOf(lines, "-")));
  const moved = new Set<string>();
  // Most large changes add files and remove nothing.
  if (removed.size === 0) return moved;
  for (const [block, texts] of files.flatMap(({ lines }) => blocksOf(lines, "+")))
    if (removed.has(block)) for (const text of texts) moved.add(`-${text}`).add(`+${text}`);
  return moved;
}

/** Lists every run of `MIN_BLOCK` neighbouring lines of one sign, with its lines. */
function blocksOf(lines: readonly string[], sign: "+" | "-"): [string, readonly string[]][] {
  const blocks: [string, readonly string[]][] = [];
  let run: string[] = [];
  for (const line of lines) {
    if (!line.startsWith(sign)) {
      run = [];
      continue;
    }
    run = [...run, line.slice(1).trim()].slice(-MIN_BLOCK);
    if (run.length === MIN_BLOCK && run.every((text) => /\w/u.test(text)))
      blocks.push([run.join("\n"), run]);
  }
  return blocks;
}

export function isMovedRow(row: DiffRow, moved: MovedLines): boolean {
  if (moved.size === 0) return false;
  return rowLines(row).some(({ sign, text }) => moved.has(`${sign}${text.trim()}`));
}
