import type { Model } from "../../model/model.ts";
import { frontPanel } from "../../model/panel-state.ts";
import { currentLayout } from "./current-layout.ts";
import { diffState } from "./diff-state.ts";
import { type Item, type Layout, lineIn } from "./layout.ts";

/** What is under the cursor. */
export function itemHere(model: Model): Item | null {
  return currentLayout(model)?.items[diffState.of(model).at] ?? null;
}

/** Another layout of the same change: the cursor stays on its line, and the line where it is on the screen. */
export function sameLine(model: Model, before: Model): Model {
  // The old one first: it is still at hand, and the new one stays so.
  const old = currentLayout(before);
  const layout = currentLayout(model);
  if (layout === null || old === null || layout === old) return model;
  const at = placeIn(layout, old, diffState.of(before).at);
  const top = Math.max(0, at - (diffState.of(before).at - diffState.of(before).top));
  return diffState.change(model, { at, top });
}

/** Keeps the cursor on its line when new data changes the layout. */
export function keepLine(model: Model, before: Model): Model {
  const isOpen = frontPanel(model) === "diff" && frontPanel(before) === "diff";
  return isOpen ? sameLine(model, before) : model;
}

function placeIn(layout: Layout, old: Layout, from: number): number {
  const here = old.items[from];
  // What is no line itself, such as the mark of a gap, goes to the line after it.
  const line = old.items.slice(from).find((item) => lineIn(item) !== null);
  const file = fileIn(layout, old, here?.file ?? 0);
  for (const item of [here, line]) {
    const found =
      item === undefined
        ? -1
        : layout.items.findIndex((one) => one.file === file && isSame(one, item));
    if (found !== -1) return found;
  }
  return layout.fileAt[file] ?? 0;
}

/** Where a file is now: its place may have changed with what was found in it. */
function fileIn(layout: Layout, old: Layout, file: number): number {
  const path = old.files[file]?.path;
  const found = layout.files.findIndex((one) => one.path === path);
  return found === -1 ? file : found;
}

/** Whether two items of one file stand for the same line, note or head. */
function isSame(one: Item, other: Item): boolean {
  const [line, wanted] = [lineIn(one), lineIn(other)];
  if (line !== null && wanted !== null)
    return wanted.new === null ? line.old === wanted.old : line.new === wanted.new;
  if (one.is === "note" && other.is === "note")
    return one.isFirst && one.finding !== null && one.finding === other.finding;
  return one.is === "file" && other.is === "file";
}
