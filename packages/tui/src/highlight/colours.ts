import type { DiffLine, Tints } from "@countersign/review";

type FileColours = ReadonlyMap<string, Tints>;

/** The highlighted code by file and line, as far as it was visible. */
export type Colours = ReadonlyMap<string, FileColours>;

/** Highlighted lines; they stay plain if highlighting failed. */
export type ColouredLines = {
  readonly file: string;
  readonly lines: readonly string[];
  readonly tints: readonly Tints[] | null;
};

const MAX_FILES = 16;
const MAX_LINES = 4_000;
const NONE: Tints = [];

/** Identifies a line within its file by version and number; null if it is not a line of code. */
export function lineName({ sign, old, new: now }: DiffLine): string | null {
  if (sign === "-") return old === null ? null : `-${old}`;
  return now === null ? null : `+${now}`;
}

export function lineTints(colours: Colours, file: string, line: DiffLine): Tints {
  const name = lineName(line);
  return name === null ? NONE : (colours.get(file)?.get(name) ?? NONE);
}

/** Stores the colours of a file; the least recently used are dropped first. */
export function takeColours(colours: Colours, { file, lines, tints }: ColouredLines): Colours {
  const known = colours.get(file) ?? new Map<string, Tints>();
  const kept = new Map(known.size > MAX_LINES ? [] : known);
  for (const [at, line] of lines.entries()) kept.set(line, tints?.[at] ?? NONE);
  const next = new Map(colours);
  next.delete(file);
  next.set(file, kept);
  const [oldest] = next.keys();
  if (next.size > MAX_FILES && oldest !== undefined) next.delete(oldest);
  return next;
}
