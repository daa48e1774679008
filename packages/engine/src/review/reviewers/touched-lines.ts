import type { ShownDiff } from "../../ports/shown-diff.ts";
import { changedLines } from "../checks/findings/added-lines.ts";

/** Returns true if the line may differ between two trees. A file that could not be shown may differ anywhere. */
export type LineChangeTest = (
  path: string,
  from: number | undefined,
  to: number | undefined,
) => boolean;

/** Returns the lines of the second tree that are new or next to a removal. */
export function touchedLines({ files, unshown }: ShownDiff): LineChangeTest {
  const lines = new Map<string, ReadonlySet<number>>();
  const whole = new Set(unshown.map(({ path }) => path));
  for (const { path, patch } of files) {
    const touched = newLines(patch);
    if (touched === null) whole.add(path);
    else lines.set(path, touched);
  }
  return (path, from, to) => {
    if (whole.has(path)) return true;
    const touched = lines.get(path);
    if (touched === undefined) return false;
    if (from === undefined) return true;
    for (let line = from; line <= (to ?? from); line += 1) if (touched.has(line)) return true;
    return false;
  };
}

/** Returns null for a patch without lines, such as that of a binary file. */
function newLines(patch: Uint8Array): ReadonlySet<number> | null {
  const touched = new Set<number>();
  let shift = 0;
  for (const { sign, number } of changedLines(patch)) {
    if (sign === "+") {
      touched.add(number);
      shift += 1;
    } else {
      touched.add(number + shift - 1);
      touched.add(number + shift);
      shift -= 1;
    }
  }
  return touched.size === 0 ? null : touched;
}
