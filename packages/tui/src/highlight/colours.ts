import type { DiffLine } from "@countersign/review";
import { currentChangeKey } from "../diff/current-layout.ts";
import type { Model } from "../store/model.ts";
import type { Tints } from "./tints.ts";

type FileColours = ReadonlyMap<string, Tints>;

/** What the parts of code are, as far as somebody has looked at it: by file, and by line of it. */
export type Colours = ReadonlyMap<string, FileColours>;

/** Lines that were highlighted; without an answer they stay plain. */
export type Coloured = {
  readonly file: string;
  readonly lines: readonly string[];
  readonly tints: readonly Tints[] | null;
};

const MOST_FILES = 16;
const MOST_LINES = 4_000;
const NONE: Tints = [];

/** The name of a file of the change that is open; what it names never changes. */
export function colouredFile(model: Model, path: string): string {
  return `${currentChangeKey(model) ?? ""} ${path}`;
}

/** The name of a line in its file: both versions count their own. Null: it is no line of code. */
export function lineName({ sign, old, new: now }: DiffLine): string | null {
  if (sign === "-") return old === null ? null : `-${old}`;
  return now === null ? null : `+${now}`;
}

export function tintsOf(colours: Colours, file: string, line: DiffLine): Tints {
  const name = lineName(line);
  return name === null ? NONE : (colours.get(file)?.get(name) ?? NONE);
}

/** What was looked at longest ago is forgotten first. */
export function takeColours(colours: Colours, { file, lines, tints }: Coloured): Colours {
  const known = colours.get(file) ?? new Map<string, Tints>();
  const kept = new Map(known.size > MOST_LINES ? [] : known);
  for (const [at, line] of lines.entries()) kept.set(line, tints?.[at] ?? NONE);
  const next = new Map(colours);
  next.delete(file);
  next.set(file, kept);
  const [oldest] = next.keys();
  if (next.size > MOST_FILES && oldest !== undefined) next.delete(oldest);
  return next;
}
