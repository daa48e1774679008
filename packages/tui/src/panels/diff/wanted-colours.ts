import type { DiffLine } from "@countersign/review";
import { detectLanguage } from "@countersign/review";
import { lineName } from "../../highlight/colours.ts";
import type { Model } from "../../model/model.ts";
import { frontPanel } from "../../model/panel-state.ts";
import { colouredFile, currentLayout, diffRoom } from "./current-layout.ts";
import { diffState } from "./diff-state.ts";
import type { Item, Layout } from "./layout.ts";

/** Code to highlight, and the names of the lines at its end that need colours. */
export type WantedColours = {
  readonly file: string;
  readonly language: string;
  readonly code: readonly string[];
  readonly lines: readonly string[];
};

/**
 * Lines of context above the first visible line, because it may be inside a comment, and lines that
 * will soon be visible.
 */
const BEFORE = 64;
const AHEAD = 64;
/** Longer lines are not highlighted; they are generated. */
const MAX_LINE_LENGTH = 2_000;

/** Returns the next visible lines that are not highlighted yet; null if there are none. */
export function wantedColours(model: Model): WantedColours | null {
  if (frontPanel(model) !== "diff") return null;
  const layout = currentLayout(model);
  if (layout === null) return null;
  const { top } = diffState.of(model);
  const end = Math.min(layout.items.length, top + diffRoom(model));
  for (let at = top; at < end; at += 1) {
    const found = wantedAt(model, layout, at);
    if (found !== null) return found;
  }
  return null;
}

function wantedAt(model: Model, layout: Layout, at: number): WantedColours | null {
  const item = layout.items[at];
  const path = item === undefined ? undefined : layout.files[item.file]?.path;
  if (item === undefined || path === undefined) return null;
  const language = detectLanguage(path);
  if (language === null) return null;
  const file = colouredFile(model, path);
  const known = model.colours.get(file);
  const missing = linesIn(item).find((line) => {
    const name = lineName(line);
    return name !== null && known?.has(name) !== true;
  });
  if (missing === undefined) return null;
  const isOld = missing.sign === "-";
  const above = versionLines(layout, hunkStart(layout, at), at, isOld);
  const here = versionLines(layout, at, at + AHEAD, isOld);
  return { file, language, code: [...above, ...here].map(codeText), lines: here.map(lineKey) };
}

function linesIn(item: Item): DiffLine[] {
  if (item.is === "line") return [item.line];
  return item.is === "pair" ? [item.left, item.right].filter((line) => line !== null) : [];
}

/** Returns the start of the hunk, because context never crosses into another hunk. */
function hunkStart({ items }: Layout, at: number): number {
  let start = at;
  while (start > 0 && at - start < BEFORE && !isBorder(items[start - 1])) start -= 1;
  return start;
}

function isBorder(item: Item | undefined): boolean {
  return item === undefined || item.is === "hunk" || item.is === "file";
}

/** Returns the lines of one version between two items within the hunk. */
function versionLines({ items }: Layout, from: number, to: number, isOld: boolean): DiffLine[] {
  const lines: DiffLine[] = [];
  for (let at = from; at < to && !isBorder(items[at]); at += 1) {
    const item = items[at];
    const all = item === undefined ? [] : linesIn(item);
    const line = all.find((one) => (isOld ? one.old : one.new) !== null);
    // A wrapped line takes several rows.
    if (line !== undefined && line !== lines.at(-1)) lines.push(line);
  }
  return lines;
}

function codeText({ text }: DiffLine): string {
  return text.length > MAX_LINE_LENGTH ? "" : text;
}

function lineKey(line: DiffLine): string {
  return lineName(line) ?? "";
}
