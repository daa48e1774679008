import type { DiffLine } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { currentLayout } from "./current-layout.ts";
import { diffState } from "./diff-state.ts";
import { itemLine, type Layout } from "./layout.ts";

/** A comment on more lines is about the file. */
export const MAX_RANGE_LINES = 100;

/** The line or lines that a comment refers to, with their text. */
export type LineRange = {
  readonly path: string;
  readonly line: number;
  /** Only for more than one line. */
  readonly endLine?: number;
  readonly quote: string;
};

/** Returns the first and the last item of the current range; null if there is none in this file. */
export function rangeItems(model: Model): { first: number; last: number } | null {
  const layout = currentLayout(model);
  const { range, at } = diffState.of(model);
  if (layout === null || range === null) return null;
  const file = layout.items[at]?.file;
  if (file === undefined || layout.files[file]?.path !== range.path) return null;
  const begun = layout.items.findIndex((item) => {
    const line = item.file === file ? itemLine(item) : null;
    return line !== null && lineNumber(line) === range.line && line.text === range.quote;
  });
  return begun === -1 ? null : { first: Math.min(begun, at), last: Math.max(begun, at) };
}

/** Returns the lines that a comment would refer to: the current range, or the line under the cursor. */
export function commentRange(model: Model): LineRange | null {
  const layout = currentLayout(model);
  if (layout === null) return null;
  const { at } = diffState.of(model);
  const { first, last } = rangeItems(model) ?? { first: at, last: at };
  const path = layout.files[layout.items[at]?.file ?? -1]?.path;
  return path === undefined ? null : rangeBetween(layout, path, first, last);
}

function rangeBetween(
  { items }: Layout,
  path: string,
  first: number,
  last: number,
): LineRange | null {
  const all = [...new Set(items.slice(first, last + 1).flatMap((item) => itemLine(item) ?? []))];
  // Existing lines count; removed lines have numbers of another version.
  const now = all.filter((line) => line.new !== null);
  const lines = now.length > 0 ? now : all;
  const [start, end] = [lines[0], lines.at(-1)];
  if (start === undefined || end === undefined) return null;
  const [line, endLine] = [lineNumber(start), lineNumber(end)];
  if (line === null || endLine === null) return null;
  const quote = lines.map(({ text }) => text).join("\n");
  return line === endLine ? { path, line, quote } : { path, line, endLine, quote };
}

/** Returns the line's number in the version shown. */
function lineNumber(line: DiffLine): number | null {
  return line.new ?? line.old;
}
