import type { DiffLine } from "./read-hunks.ts";

/** Two versions of a line: the same twice if it stayed, null where there is no other version. */
export type PairedLines = { left: DiffLine | null; right: DiffLine | null };

/** Pairs the removed and the added lines of each run in their order. */
export function* pairLines(lines: readonly DiffLine[]): Generator<PairedLines> {
  let left: DiffLine[] = [];
  let right: DiffLine[] = [];
  const flush = function* (): Generator<PairedLines> {
    for (let at = 0; at < Math.max(left.length, right.length); at += 1)
      yield { left: left[at] ?? null, right: right[at] ?? null };
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
      yield { left: line, right: line };
    }
  }
  yield* flush();
}
