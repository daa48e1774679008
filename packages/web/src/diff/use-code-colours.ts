import type { ChangedFile, DiffLine } from "@countersign/review";
import { useEffect, useState } from "react";
import { CHUNK_LINES, type CodeRun, highlightRun } from "./code-colours.ts";
import type { DiffRow } from "./diff-rows.ts";
import { rowLines } from "./row-lines.ts";

/** Lines before a chunk, which may begin a comment. */
const BEFORE = 60;
/** Milliseconds that the same rows must be in sight: a reader who jumps on needs no colours, and each costs a redraw. */
const REST_MS = 100;

/** Highlights the code around the visible rows and draws the table again. Rows are drawn plain until then. */
export function useCodeColours(rows: readonly DiffRow[], first: number, last: number): void {
  const [, setRedraws] = useState(0);
  const from = Math.floor(first / CHUNK_LINES) * CHUNK_LINES;
  const to = Math.ceil((last + 1) / CHUNK_LINES) * CHUNK_LINES;
  useEffect(() => {
    const highlight = async (): Promise<void> => {
      // All files together: each change of the colours draws the rows again.
      const found = await Promise.all(runsOf(rows, from, to).map(highlightRun));
      if (found.includes(true)) setRedraws((count) => count + 1);
    };
    const timer = setTimeout(() => void highlight(), REST_MS);
    return () => clearTimeout(timer);
  }, [rows, from, to]);
}

/** Lists the code between two rows by file and version. A removed line belongs to the old version. */
function runsOf(rows: readonly DiffRow[], from: number, to: number): readonly CodeRun[] {
  const start = Math.max(0, from - BEFORE);
  const runs = new Map<string, CodeRun>();
  for (const [index, row] of rows.slice(start, to).entries()) {
    if (row.is !== "line" && row.is !== "pair") continue;
    for (const line of rowLines(row)) {
      const run = runOf(runs, row.file, line);
      if (run.lines.at(-1) !== line) run.lines.push(line);
      if (start + index < from) run.skip = run.lines.length;
    }
  }
  return [...runs.values()];
}

function runOf(runs: Map<string, CodeRun>, file: ChangedFile, { sign }: DiffLine): CodeRun {
  const name = `${sign === "-" ? "old" : "new"} ${file.path}`;
  const run = runs.get(name) ?? { file, lines: [], skip: 0 };
  runs.set(name, run);
  return run;
}
