import type { ChangedFile } from "@countersign/review";
import type { DiffRow } from "./diff-rows.ts";
import { rowLines } from "./row-lines.ts";

/** Fewer lines that are alike are a coincidence. */
const MIN_BLOCK = 3;

/** The changed lines, with sign and without white space around them, that were moved within a change. */
export type MovedLines = ReadonlySet<string>;

/** Finds blocks of lines that were removed in one place and added in another, in the same or another file. */
export function findMovedLines(files: readonly ChangedFile[]): MovedLines {
  const removed = new Map<string, readonly string[]>();
  const added = new Map<string, readonly string[]>();
  for (const { lines } of files) collectBlocks(lines, removed, added);
  const moved = new Set<string>();
  for (const [block, texts] of removed) {
    if (!added.has(block)) continue;
    for (const text of texts) moved.add(`-${text}`).add(`+${text}`);
  }
  return moved;
}

type Blocks = Map<string, readonly string[]>;

/** Collects every run of `MIN_BLOCK` neighbouring lines of one sign. */
function collectBlocks(lines: readonly string[], removed: Blocks, added: Blocks): void {
  let sign = "";
  let run: string[] = [];
  for (const line of lines) {
    const [first = ""] = line;
    run =
      first === sign ? [...run, line.slice(1).trim()].slice(-MIN_BLOCK) : [line.slice(1).trim()];
    sign = first;
    if (run.length < MIN_BLOCK || !run.every((text) => /\w/u.test(text))) continue;
    if (sign === "-") removed.set(run.join("\n"), run);
    else if (sign === "+") added.set(run.join("\n"), run);
  }
}

export function isMovedRow(row: DiffRow, moved: MovedLines): boolean {
  if (moved.size === 0) return false;
  return rowLines(row).some(({ sign, text }) => moved.has(`${sign}${text.trim()}`));
}
