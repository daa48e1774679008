import type { ChangedFile } from "./change.ts";
import { type DiffLine, type Hunk, readHunks } from "./hunks.ts";

/** The number of unchanged lines around the changes of a file. */
export type ContextSize = "near" | "far" | "all";

const FAR_LINES = 25;
const NEXT: Readonly<Record<ContextSize, ContextSize>> = { near: "far", far: "all", all: "near" };

/** Returns the next larger context; after the whole file the smallest. */
export function nextContextSize(around: ContextSize): ContextSize {
  return NEXT[around];
}

/** Returns the hunks of a file with the wanted context. A context beyond that of the patch needs the whole file. */
export function hunksWithContext(
  file: ChangedFile,
  whole: ChangedFile | undefined,
  around: ContextSize,
  withoutBlank: boolean,
): readonly Hunk[] {
  if (around === "near" || whole === undefined) return [...readHunks(file.lines, withoutBlank)];
  const lines = [...readHunks(whole.lines, withoutBlank)].flatMap((hunk) => hunk.lines);
  return around === "all" ? cutAtChanges(lines) : nearChanges(lines, FAR_LINES);
}

/** Splits the whole file where each change begins, so that a reader can jump from change to change. */
function cutAtChanges(lines: readonly DiffLine[]): Hunk[] {
  const starts = lines.flatMap(({ sign }, at) =>
    sign !== " " && (lines[at - 1]?.sign ?? " ") === " " ? [at] : [],
  );
  const cuts = starts[0] === 0 ? starts : [0, ...starts];
  return cuts.map((from, index) => ({
    head: "",
    skipped: 0,
    lines: lines.slice(from, cuts[index + 1]),
  }));
}

/** Returns the changed lines with at most `maxLines` unchanged lines before and after them. */
function nearChanges(lines: readonly DiffLine[], maxLines: number): Hunk[] {
  const hunks: { head: string; skipped: number; lines: DiffLine[] }[] = [];
  let end = 0;
  for (const [at, { sign }] of lines.entries()) {
    if (sign === " ") continue;
    const start = Math.max(end, at - maxLines);
    const last = hunks.at(-1);
    const hunk =
      last === undefined || start > end ? { head: "", skipped: start - end, lines: [] } : last;
    if (hunk !== last) hunks.push(hunk);
    hunk.lines.push(...lines.slice(start, Math.min(lines.length, at + maxLines + 1)));
    end = Math.min(lines.length, at + maxLines + 1);
  }
  return hunks;
}

/** Both versions of a file, from a patch with all of its lines. */
export function bothVersions({ lines }: ChangedFile): { old: string; now: string } {
  return { old: versionOf(lines, "-"), now: versionOf(lines, "+") };
}

function versionOf(lines: readonly string[], own: "-" | "+"): string {
  const kept = lines.filter((line, at) => isOf(line, lines[at - 1] ?? "", own));
  const text = kept.filter((line) => !line.startsWith("\\")).map((line) => `${line.slice(1)}\n`);
  // "No newline at end of file" is about the line above it, which is the last.
  const isOpen = kept.at(-1)?.startsWith("\\") === true;
  return isOpen ? text.join("").slice(0, -1) : text.join("");
}

function isOf(line: string, above: string, own: "-" | "+"): boolean {
  if (line.startsWith("@@ ")) return false;
  const sign = line.startsWith("\\") ? above[0] : line[0];
  return sign === own || sign === " ";
}
